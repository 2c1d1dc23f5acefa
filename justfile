# The steps that every change must pass, one by one: `just lints`, `just tests`, …; `just` alone
# lists them. `.ci/run` runs them all and needs no `just` on the machine.

set shell := ["bash", "-euo", "pipefail", "-c"]

# Dozens of test programs are linked here; debug information in full would only make them larger.

export CARGO_PROFILE_DEV_DEBUG := "line-tables-only"
export CARGO_INCREMENTAL := "0"
target := env("CARGO_TARGET_DIR", "target")
damier := target / "release/damier"
rewrite := target / "release/examples/rewrite"
records := "crates/records/tests/data"

# Suites, endgame tables and real games; what needs them is skipped without this folder.

data := env("DAMIER_TEST_DATA", "../shared/data")

# Lists the steps
[private]
default:
    @{{ just_executable() }} --list --unsorted

# Formatting of Rust and Python
format:
    #!/usr/bin/env bash
    set -euo pipefail
    cargo fmt --all --check
    tools={{ target }}/python-tools
    [ -x "$tools/bin/python" ] || python3 -m venv "$tools"
    "$tools/bin/pip" install --quiet --disable-pip-version-check ruff==0.17.5
    "$tools/bin/ruff" format --quiet --check tests packaging python .ci

# Clippy; a warning is an error
lints:
    cargo clippy --workspace --all-targets --release --locked -- -D warnings
    cargo clippy --package damier --features tuning --release --locked -- -D warnings

# Licences, banned crates and sources of all dependencies (deny.toml)
deny:
    #!/usr/bin/env bash
    set -euo pipefail
    version=0.20.2
    # The one on the machine if it is the right one; else it is built once, without optimisation,
    # since it runs for a few seconds.
    deny=$(command -v cargo-deny || true)
    [ -n "$deny" ] && "$deny" --version | grep -qF " $version" || deny={{ target }}/tools/bin/cargo-deny
    "$deny" --version 2> /dev/null | grep -qF " $version" ||
      CARGO_PROFILE_DEV_DEBUG=0 cargo install cargo-deny --version "$version" --locked --debug \
        --no-default-features --root {{ target }}/tools
    "$deny" --all-features --locked check --hide-inclusion-graph licenses bans sources

# All tests, the examples in the documentation among them
tests:
    cargo test --workspace --release --locked

# The same tests with assertions and overflow checks
assertions:
    cargo test --workspace --locked

# The torture suite, `scale` times as long as in `tests`, one attack after the other, with figures
torture scale="20":
    DAMIER_TORTURE={{ scale }} cargo test --release --locked -p damier --test torture -- \
      --nocapture --test-threads=1

# The program compiles for other machines, where there is a C compiler for them; `dist` links it
cross:
    #!/usr/bin/env bash
    set -euo pipefail
    for pair in aarch64-unknown-linux-gnu:aarch64-linux-gnu-gcc x86_64-pc-windows-gnu:x86_64-w64-mingw32-gcc; do
      kind=${pair%:*} compiler=${pair#*:}
      # A compiler alone, without the C library of its kind, is none.
      if ! echo '#include <limits.h>' | "$compiler" -E - > /dev/null 2>&1; then
        echo "skipped: there is no $compiler with a C library to compile for $kind"
      elif ! [ -d "$(rustc --print sysroot)/lib/rustlib/$kind" ] && ! rustup target add "$kind"; then
        echo "skipped: the target $kind is not installed and cannot be fetched"
      else
        cargo check --locked --package damier --target "$kind"
      fi
    done

# What people download, into target/packages: archives, a Debian package, checksums
dist *targets:
    packaging/dist {{ targets }}

# What `dist` has made, tried as people will: bench, protocols and page on older processors, ARM and
# Windows by qemu and Wine, the Debian package put in and taken out; or some of it
dist-check *kinds: (library "chess==1.11.2") (library "pydraughts==0.6.7")
    packaging/try.py {{ kinds }}

# Documentation without warnings
docs:
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked

# The libraries as they would be published, and a program that has nothing else
crates:
    #!/usr/bin/env bash
    set -euo pipefail
    libraries=(damier-core damier-chess damier-draughts damier-records)
    cargo package --quiet --no-verify --allow-dirty --locked "${libraries[@]/#/--package=}"
    user={{ target }}/crates-user
    rm -rf "$user" && mkdir -p "$user/src"
    cp tests/crates/user.rs "$user/src/main.rs" && cp Cargo.lock "$user"
    version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
    {
      printf '[package]\nname = "user"\nedition = "2024"\n\n[workspace]\n\n[dependencies]\n'
      for library in "${libraries[@]:1}"; do echo "$library = \"$version\""; done
      # Where the registry would have them.
      printf '\n[patch.crates-io]\n'
      for library in "${libraries[@]}"; do
        tar -xzf "{{ target }}/package/$library-$version.crate" -C "$user"
        echo "$library = { path = \"$library-$version\" }"
      done
    } > "$user/Cargo.toml"
    cargo run --quiet --manifest-path "$user/Cargo.toml" --target-dir "$user/target"

# The fuzz targets compile
fuzz-check:
    cargo check --manifest-path fuzz/Cargo.toml

# Each fuzz target for ten seconds, if cargo-fuzz is there; ordinary tests run them in any case
fuzz-short: (fuzz "10")

# Each fuzz target for an hour
fuzz-long: (fuzz "3600")

# Each fuzz target for so many seconds, or some of them: `just fuzz 60 pgn uci_lines`
fuzz seconds *targets:
    #!/usr/bin/env bash
    set -euo pipefail
    if ! cargo fuzz --version > /dev/null 2>&1; then
      echo "skipped: there is no cargo-fuzz (cargo install cargo-fuzz)"
      exit
    fi
    # Readers of files write them again and again: in memory, if there is such a folder.
    [ -d /dev/shm ] && export TMPDIR=/dev/shm
    cargo fuzz build --sanitizer none
    targets="{{ targets }}"
    for target in ${targets:-$(cargo fuzz list)}; do
      echo "-- $target"
      dictionary=fuzz/files.dict
      case $target in
        chess_text | pgn | uci_lines) dictionary=fuzz/chess.dict ;;
        draughts_text | pdn | hub_lines | dxp_messages) dictionary=fuzz/draughts.dict ;;
      esac
      mkdir -p fuzz/corpus/$target
      cargo fuzz run --sanitizer none $target fuzz/corpus/$target fuzz/seeds/$target -- \
        -max_total_time={{ seconds }} -timeout=20 -max_len=2048 -dict=$dictionary -verbosity=0 \
        -print_final_stats=1
    done

# Every order of events between threads that share signals (loom)
proofs:
    cargo test --manifest-path proofs/Cargo.toml --target-dir {{ target }}/proofs --release --locked

# Table, threads and portable kernels in an interpreter that sees undefined behaviour; needs
# `rustup toolchain install nightly` and `rustup +nightly component add miri rust-src`
miri:
    cargo +nightly miri test --package damier-search --lib -- table:: signals:: pool::
    cargo +nightly miri test --package damier-nnue

# The program itself, which the steps below run
build:
    cargo build --release --locked

# Node counts of the search: only a change that is meant to alter play changes them
signature: build
    #!/usr/bin/env bash
    set -euo pipefail
    signature=$(for game in chess draughts; do
      echo "$game $("{{ damier }}" bench --game "$game" | tail -n 1 | cut -d ' ' -f 1)"
    done)
    echo "$signature"
    diff <(echo "$signature") .ci/signature

# Lists the figures in docs/ that another search than the present one gave; never fails
figures:
    python3 .ci/figures.py

# A Python library in an environment of its own, so that nothing on the machine is changed
[private]
library package:
    #!/usr/bin/env bash
    set -euo pipefail
    name="{{ package }}" && place={{ target }}/clients-${name%%=*}
    [ -x "$place/bin/python" ] || python3 -m venv "$place"
    "$place/bin/pip" install --quiet --disable-pip-version-check "$name"

# Other programs as clients and witnesses: python-chess, pydraughts, py-draughts
clients: build (library "chess==1.11.2") (library "py-draughts==1.10.1") (library "pydraughts==0.6.7")
    #!/usr/bin/env bash
    set -euo pipefail
    cargo build --release --locked -p damier-records --example rewrite
    python={{ target }}/clients-chess/bin/python
    "$python" tests/clients/openbench.py --damier "{{ damier }}"
    "$python" tests/clients/uci.py --damier "{{ damier }}"
    "$python" tests/clients/arena.py --library python-chess --damier "{{ damier }}"
    "$python" tests/clients/review.py --library python-chess --damier "{{ damier }}" {{ records }}/annotated.pgn
    "$python" tests/clients/notes.py --damier "{{ damier }}"
    "$python" tests/clients/pgn.py --rewrite "{{ rewrite }}" {{ records }}/annotated.pgn
    "$python" tests/clients/many_machines.py --damier "{{ damier }}"
    if [ -d "{{ data }}" ]; then
      "$python" tests/clients/syzygy.py --damier "{{ damier }}" --path "{{ data }}/syzygy" --positions 5000
    fi
    # Two libraries that install a module of the same name. pydraughts takes results inside
    # comments for results.
    python={{ target }}/clients-py-draughts/bin/python
    "$python" tests/clients/pdn.py --library py-draughts --rewrite "{{ rewrite }}" {{ records }}/{annotated,odd,comments}.pdn
    "$python" tests/clients/arena.py --library py-draughts --damier "{{ damier }}" --games 20 --kills 3
    python={{ target }}/clients-pydraughts/bin/python
    "$python" tests/clients/pdn.py --library pydraughts --rewrite "{{ rewrite }}" {{ records }}/{annotated,odd}.pdn
    "$python" tests/clients/arena.py --library pydraughts --damier "{{ damier }}" --games 20 --kills 3
    "$python" tests/clients/draughts_rules.py --damier "{{ damier }}" --library pydraughts --positions 300
    "$python" tests/clients/review.py --library pydraughts --damier "{{ damier }}" {{ records }}/annotated.pdn
    "$python" tests/clients/hub.py --damier "{{ damier }}"
    "$python" tests/clients/dxp.py --damier "{{ damier }}"

# The Python package: its crate, its wheel in an environment of its own, its tests
python: build
    #!/usr/bin/env bash
    set -euo pipefail
    target=$(cd "{{ target }}" && pwd)
    export CARGO_TARGET_DIR=$target/python
    cargo fmt --manifest-path python/Cargo.toml --check
    cargo clippy --manifest-path python/Cargo.toml --release --locked -- -D warnings
    place=$target/python-package
    [ -x "$place/bin/python" ] || python3 -m venv "$place"
    pip() { "$place/bin/pip" --quiet --disable-pip-version-check "$@"; }
    pip install --force-reinstall --no-deps ./python
    pip install pytest==9.0.2 mypy==1.19.1 numpy chess==1.11.2 pydraughts==0.6.7
    # Another module of the same name as the one of pydraughts.
    pip install --upgrade --target "$target/py-draughts" py-draughts==1.10.1
    cd python
    DAMIER=$target/release/damier PY_DRAUGHTS=$target/py-draughts "$place/bin/python" -m pytest -q
    "$place/bin/mypy" --strict --no-error-summary tests/typed.py package/damier
    # The types say what the compiled part has, no more and no less.
    "$place/bin/stubtest" --ignore-disjoint-bases --allowlist tests/stubtest.txt \
      --mypy-config-file pyproject.toml damier._damier

# The same with a real Ray cluster of three nodes, one of which is killed: takes minutes
python-ray: python
    #!/usr/bin/env bash
    set -euo pipefail
    target=$(cd "{{ target }}" && pwd)
    place=$target/python-package
    "$place/bin/pip" install --quiet --disable-pip-version-check "ray[data]"
    cd python
    DAMIER=$target/release/damier "$place/bin/python" -m pytest -q -s -m long tests/test_ray.py

# Node, its packages and a real Chromium, for the steps below only
[private]
browser-tools:
    #!/usr/bin/env bash
    set -euo pipefail
    # Only what is missing: a Node.js from elsewhere brings its own npm and refuses Debian's.
    missing=()
    command -v npm > /dev/null || missing+=(nodejs npm)
    command -v "${CHROMIUM:-chromium}" > /dev/null || missing+=(chromium)
    if [ ${#missing[@]} -gt 0 ]; then
      sudo=$(command -v sudo || true)
      $sudo apt-get update -qq && $sudo apt-get install -y -qq --no-install-recommends "${missing[@]}"
    fi
    cd tests/browser && npm install --silent --no-audit --no-fund

# Types and formatting of the page
page-types: browser-tools
    cd tests/browser && npm run --silent types && npm run --silent format:check

# The page in a browser, and what is written on it by hand as others read it
browser: build browser-tools (library "chess==1.11.2") (library "pydraughts==0.6.7")
    DAMIER="{{ damier }}" DAMIER_NOTES={{ target }}/notes \
      timeout 900 node --test --test-concurrency=1 tests/browser/*.test.mjs
    {{ target }}/clients-chess/bin/python tests/clients/notes.py --exported {{ target }}/notes
    {{ target }}/clients-pydraughts/bin/python tests/clients/notes.py --exported {{ target }}/notes

# The WebAssembly module of the page without a server; needs `rustup target add wasm32-unknown-unknown`
wasm:
    RUSTFLAGS="-C target-feature=+simd128 -C link-arg=-zstack-size=4194304" \
      cargo build --profile site --locked --target wasm32-unknown-unknown -p damier-browser

# The page without a server, into a folder
site folder: build wasm
    "{{ damier }}" site "{{ folder }}" --wasm {{ target }}/wasm32-unknown-unknown/site/damier_browser.wasm

# The page without a server in a browser, from a plain server of files
browser-static: (site target / "static-site") browser-tools
    timeout 1500 node tests/browser/static.mjs {{ target }}/static-site

# A part of that, for every change: a visit without a network, the engines for other pages, games
static:
    #!/usr/bin/env bash
    set -euo pipefail
    kind=wasm32-unknown-unknown
    if ! [ -d "$(rustc --print sysroot)/lib/rustlib/$kind" ] && ! rustup target add $kind; then
      echo "skipped: the target $kind is not installed and cannot be fetched"
      exit
    fi
    "{{ just_executable() }}" site {{ target }}/static-site browser-tools
    for tests in site play; do
      timeout 300 node tests/browser/static.mjs {{ target }}/static-site tests/browser/$tests.test.mjs
    done

# Perft and tactical suites, Syzygy tables, real games
suites: build
    #!/usr/bin/env bash
    set -euo pipefail
    if ! [ -d "{{ data }}" ]; then
      echo "skipped: there is no folder {{ data }}"
      exit
    fi
    for suite in perftsuite.epd frcperftsuite.epd; do
      "{{ damier }}" perft --suite "{{ data }}/$suite" --depth 4
    done
    published={{ data }}/../spec/draughts-perft.txt
    if [ -f "$published" ]; then
      "{{ damier }}" perft --game draughts --suite "$published" --depth 7
    fi
    "{{ damier }}" epd "{{ data }}/wac.epd" --nodes 60000 --require 225
    export DAMIER_TEST_DATA=$(cd "{{ data }}" && pwd)
    cargo test --release --locked -p damier-chess-engine --test tablebase -- --ignored
    cargo test --release --locked -p damier-records --test all corpus -- --ignored
    cargo test --release --locked -p damier-review --test reviewing -- --ignored
