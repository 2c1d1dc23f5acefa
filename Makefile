# For testing networks, which build engines with `make EXE=name [EVALFILE=path]` and expect the
# program at that name, with the chess network of that path built in. `FEATURES=tuning` makes the
# numbers of the search options, for SPSA; `PROFILE=release` builds quicker and plays a little
# slower. Otherwise use cargo; see README.md.

EXE ?= damier
PROFILE ?= dist
FEATURES ?=
ifeq ($(OS),Windows_NT)
  SUFFIX := .exe
endif
ifdef EVALFILE
  export DAMIER_CHESS_NETWORK := $(abspath $(EVALFILE))
endif

.PHONY: all clean
all:
	cargo build --profile $(PROFILE) --locked --package damier --features "$(FEATURES)"
	cp "$(or $(CARGO_TARGET_DIR),target)/$(PROFILE)/damier$(SUFFIX)" "$(EXE)$(SUFFIX)"

clean:
	cargo clean
