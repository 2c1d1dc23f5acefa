# For testing networks, which build engines with `make EXE=name [EVALFILE=path]` and expect the
# program at that name. Everybody else uses cargo; see README.md.

EXE ?= damier
ifeq ($(OS),Windows_NT)
  SUFFIX := .exe
endif

.PHONY: all clean
all:
ifdef EVALFILE
	$(error this version has no learned evaluation: build without EVALFILE)
endif
	cargo build --profile dist --locked --package damier
	cp "$(or $(CARGO_TARGET_DIR),target)/dist/damier$(SUFFIX)" "$(EXE)$(SUFFIX)"

clean:
	cargo clean
