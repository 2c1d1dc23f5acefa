# For testing networks, which build engines with `make EXE=name [EVALFILE=path]` and expect the
# program at that name, with the chess network of that path built in. Otherwise use cargo; see
# README.md.

EXE ?= damier
ifeq ($(OS),Windows_NT)
  SUFFIX := .exe
endif
ifdef EVALFILE
  export DAMIER_CHESS_NETWORK := $(abspath $(EVALFILE))
endif

.PHONY: all clean
all:
	cargo build --profile dist --locked --package damier
	cp "$(or $(CARGO_TARGET_DIR),target)/dist/damier$(SUFFIX)" "$(EXE)$(SUFFIX)"

clean:
	cargo clean
