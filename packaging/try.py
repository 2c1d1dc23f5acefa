#!/usr/bin/env python3
"""Tries what `packaging/dist` has made, as those who download it will.

    packaging/try.py                        all kinds of machines
    packaging/try.py x86-64 windows         some of: x86-64 arm windows debian
    packaging/try.py --speed PROGRAM        the static program against another, in turn

Every line says what holds and what was measured; the first thing that does not hold ends it. Needs,
on Debian, qemu-user (older processors, ARM), wine64 and xvfb (Windows) and debootstrap with root's
rights (the Debian package). What is not there is told, and left out.
"""

import argparse
import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.request
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve()
PACKAGES = TARGET / "packages"
SIGNATURE = dict(line.split() for line in (ROOT / ".ci/signature").read_text().splitlines())
# Emulated and on a busy machine the whole bench takes many minutes.
PATIENCE = 3600

GO_UCI = "uci\nisready\nposition startpos moves e2e4\ngo depth 8\n"
GO_HUB = "hub\ninit\nlevel depth=8\npos pos=W" + "b" * 20 + "e" * 10 + "w" * 20 + "\ngo think\n"


def told(what: str, *figures: object) -> None:
    print("ok  ", what, *figures, flush=True)


def left_out(what: str, missing: str) -> None:
    print("--  ", what, "is left out: there is no", missing, flush=True)


def output(command: list[str], **more: object) -> str:
    """What a program prints that must end well."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, **more)
    assert done.returncode == 0, (command, done.returncode, done.stdout[-500:], done.stderr)
    return done.stdout


def measured(command: list[str]) -> tuple[float, float]:
    """Seconds by the clock, and seconds of processor time."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, command
    return time.monotonic() - start, usage.ru_utime + usage.ru_stime


def memory_of(pid: int, kind: str) -> float:
    """Megabytes that Linux tells of a process; 0 if there is none any more, or no Linux."""
    try:
        status = pathlib.Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    found = re.search(kind + r":\s+(\d+)", status)
    return int(found[1]) / 1024 if found else 0


def most_memory(command: list[str]) -> float:
    """The most memory in MB, looked at while it runs: what the system tells afterwards counts what
    the process was forked from."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    most = 0
    while process.poll() is None:
        most = max(most, memory_of(process.pid, "VmHWM"))
        time.sleep(0.02)
    assert process.returncode == 0, command
    return most


def archive(kind: str) -> pathlib.Path | None:
    found = sorted(PACKAGES.glob(f"damier-*-{kind}.*"))
    return found[-1] if found else None


@contextlib.contextmanager
def unpacked(kind: str):
    """The folder of the archive for this kind of machine, or None if there is none."""
    packed = archive(kind)
    if packed is None:
        left_out(kind, f"archive for it in {PACKAGES}")
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="damier-try-") as folder:
        if packed.suffix == ".zip":
            zipfile.ZipFile(packed).extractall(folder)
        else:
            tarfile.open(packed).extractall(folder, filter="data")
        (inside,) = pathlib.Path(folder).iterdir()
        for name in ("README.md", "LICENSE", "CHANGELOG.md", "docs/page.md"):
            assert (inside / name).is_file(), name
        told(f"{packed.name} unpacks:", f"{packed.stat().st_size / 1e6:.2f} MB packed")
        yield inside


def signature_is_the_same(who: str, command: list[str], **more: object) -> None:
    for game, nodes in SIGNATURE.items():
        last = output([*command, "bench", "--game", game], **more).splitlines()[-1]
        assert last.split()[0] == nodes, (who, game, last)
        told(f"{who}: bench of {game}", last)


def protocols_are_answered(who: str, command: list[str], **more: object) -> None:
    answer = output(command, input=GO_UCI, **more).splitlines()
    assert {"uciok", "readyok"} <= set(answer) and answer[-1].startswith("bestmove "), answer
    told(f"{who}: with a pipe it speaks UCI:", answer[-1])
    answer = output([*command, "hub"], input=GO_HUB, **more).splitlines()
    assert {"wait", "ready"} <= set(answer) and answer[-1].startswith("done move="), answer
    told(f"{who}: Hub:", answer[-1])


def page_is_served(who: str, command: list[str], **more: object) -> None:
    """The server answers on loopback, plays a game against itself for a move, and has kept it."""
    with tempfile.TemporaryDirectory(prefix="damier-try-") as data:
        command = [*command, "serve", "--port", "0", "--data", data]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **more)
        try:
            base = re.search(r"http://127\.0\.0\.1:\d+", server.stdout.readline())[0]
            with urllib.request.urlopen(base, timeout=60) as answer:
                assert "<title>Damier</title>" in answer.read().decode()
            engine = {"kind": "engine", "level": 3}
            terms = json.dumps({"game": "chess", "white": engine, "black": {"kind": "human"}})
            headers = {"Content-Type": "application/json"}
            request = urllib.request.Request(base + "/api/games", terms.encode(), headers)
            game = json.load(urllib.request.urlopen(request, timeout=60))["id"]
            for _ in range(600):
                with urllib.request.urlopen(f"{base}/api/games/{game}/record") as answer:
                    record = answer.read().decode()
                if "\n1. " in record:
                    break
                time.sleep(0.1)
            assert "\n1. " in record, record
            memory = memory_of(server.pid, "VmRSS")
            told(f"{who}: the page is served, an engine plays on it; {memory:.0f} MB")
        finally:
            server.kill()
            server.wait()


def starts(who: str, command: list[str]) -> None:
    runs = [measured([*command, "--version"]) for _ in range(21)]
    clock, processor = (statistics.median(values) for values in zip(*runs))
    told(
        f"{who}: starts and ends in {clock * 1000:.1f} ms",
        f"({processor * 1000:.1f} ms of the processor)",
    )
    memory = most_memory([*command, "bench", "--game", "chess"])
    told(f"{who}: bench with its table takes {memory:.0f} MB at most")


def opened_in_a_terminal(who: str, program: str) -> None:
    """Started in a terminal without arguments, it opens the page in the browser."""
    with tempfile.TemporaryDirectory(prefix="damier-try-") as folder:
        home = pathlib.Path(folder)
        opener = home / "xdg-open"
        opener.write_text(f'#!/bin/sh\necho "$1" > {home}/opened\n')
        opener.chmod(0o755)
        environment = dict(os.environ, PATH=f"{home}:{os.environ['PATH']}", XDG_DATA_HOME=folder)
        # `script` gives it a terminal.
        command = ["script", "-qec", program, "/dev/null"]
        with subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
        ) as terminal:
            found = waited_for(home / "opened")
            with contextlib.suppress(BrokenPipeError):
                terminal.stdin.write(b"\x03")
                terminal.stdin.flush()
            terminal.wait(timeout=20)
        assert found == "http://127.0.0.1:8010/", found
        told(f"{who}: in a terminal without arguments it opens {found}, Ctrl-C ends it")


def waited_for(path: pathlib.Path) -> str:
    """What another program writes there within a minute."""
    for _ in range(600):
        if path.exists() and (text := path.read_text().strip()):
            return text
        time.sleep(0.1)
    raise AssertionError(f"nothing was written to {path}")


def x86_64() -> None:
    with unpacked("x86_64-unknown-linux-musl") as folder:
        if folder is None:
            return
        program = str(folder / "damier")
        kind = output(["file", "-b", program]) if shutil.which("file") else "static"
        assert "static" in kind, kind
        starts("natively", [program])
        signature_is_the_same("natively", [program])
        protocols_are_answered("natively", [program])
        page_is_served("natively", [program])
        opened_in_a_terminal("natively", program)
        if not shutil.which("qemu-x86_64"):
            return left_out("older processors", "qemu-x86_64")
        for processor in ("Nehalem", "Haswell"):
            emulated = ["qemu-x86_64", "-cpu", processor, program]
            protocols_are_answered(processor, emulated)
            signature_is_the_same(processor, emulated)
        too_old = ["qemu-x86_64", "-cpu", "core2duo", program, "--version"]
        done = subprocess.run(too_old, capture_output=True, text=True)
        assert done.returncode == 1 and "too old" in done.stderr, done
        told("core2duo:", done.stderr.strip())


def arm() -> None:
    with unpacked("aarch64-unknown-linux-musl") as folder:
        if folder is None:
            return
        if not shutil.which("qemu-aarch64"):
            return left_out("ARM", "qemu-aarch64")
        emulated = ["qemu-aarch64", str(folder / "damier")]
        protocols_are_answered("ARM", emulated)
        page_is_served("ARM", emulated)
        signature_is_the_same("ARM", emulated)


def wine() -> dict[str, str] | None:
    """An environment in which Windows programs run, with a disk of its own; None without Wine."""
    place = os.environ["PATH"] + ":/usr/lib/wine"
    if not shutil.which("wine64", path=place):
        return None
    prefix = TARGET / "wine"
    environment = dict(os.environ, PATH=place, WINEPREFIX=str(prefix), WINEDEBUG="-all")
    system = prefix / "drive_c/windows/system32"
    if not system.is_dir():
        subprocess.run(["wine64", "wineboot", "-i"], env=environment, capture_output=True)
    # Wine before version 9 lacks the one function of Windows 10 for random numbers that programs
    # in Rust ask.
    random = system / "bcryptprimitives.dll"
    if not random.exists():
        source = TARGET / "bcryptprimitives.c"
        source.write_text(RANDOM_NUMBERS)
        compiler = "x86_64-w64-mingw32-gcc"
        output([compiler, "-shared", "-o", str(random), str(source), "-ladvapi32"])
    return environment


RANDOM_NUMBERS = """#include <windows.h>
#include <ntsecapi.h>
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count) {
    return RtlGenRandom(bytes, (ULONG)count);
}
"""


def windows() -> None:
    with unpacked("x86_64-pc-windows-gnu") as folder:
        if folder is None:
            return
        environment = wine()
        if environment is None:
            return left_out("Windows", "wine64")
        program = ["wine64", str(folder / "damier.exe")]
        protocols_are_answered("Windows", program, env=environment)
        page_is_served("Windows", program, env=environment)
        signature_is_the_same("Windows", program, env=environment)
        opened_by_a_double_click(folder / "damier.exe", environment)
        clients_play(folder, environment)


def opened_by_a_double_click(program: pathlib.Path, environment: dict[str, str]) -> None:
    """With a console of its own, as Windows gives it to a program that is double-clicked, it opens
    the page; what Wine takes for the browser writes down the address. A console wants a screen."""
    screen = [] if "DISPLAY" in environment else ["xvfb-run", "--auto-servernum"]
    if screen and not shutil.which(screen[0]):
        return left_out("Windows: with a console of its own", "screen, and no xvfb-run")
    opened = program.parent / "opened"
    browser = program.parent / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    browser.chmod(0o755)
    key = "HKCU\\Software\\Wine\\WineBrowser"
    order = ["wine64", "reg", "add", key, "/v", "Browsers", "/d", str(browser), "/f"]
    output(order, env=environment)
    console = subprocess.Popen(
        [*screen, "wine64", "wineconsole", str(program)], env=environment, start_new_session=True
    )
    try:
        found = waited_for(opened)
    finally:
        os.killpg(console.pid, signal.SIGTERM)
        console.wait()
        subprocess.run(["wine64", "taskkill", "/f", "/im", "damier.exe"], env=environment)
    assert found == "http://127.0.0.1:8010/", found
    told("Windows: with a console of its own, without arguments, it opens", found)


def clients_play(folder: pathlib.Path, environment: dict[str, str]) -> None:
    """The clients of `just clients` with the program under Wine."""
    wrapper = folder / "damier-under-wine"
    wrapper.write_text(f'#!/bin/sh\nexec wine64 {folder}/damier.exe "$@"\n')
    wrapper.chmod(0o755)
    for library, client in (("chess", "uci.py"), ("pydraughts", "hub.py")):
        python = TARGET / f"clients-{library}/bin/python"
        if not python.exists():
            left_out(client, f"{python}; `just clients` makes it")
            continue
        script = ROOT / "tests/clients" / client
        lines = output([str(python), str(script), "--damier", str(wrapper)], env=environment)
        told(f"Windows: {client}, {lines.count('ok ')} checks")


def debian() -> None:
    """The package in a fresh Debian: put in, used, checked, and taken out without a trace."""
    packages = sorted(PACKAGES.glob("damier_*.deb"))
    if not packages:
        return left_out("Debian", f"package in {PACKAGES}")
    if not shutil.which("debootstrap") or os.geteuid() != 0:
        return left_out("Debian", "debootstrap, or root's rights")
    root = TARGET / "debian-root"
    if not (root / "usr/bin/dpkg").exists():
        output(["debootstrap", "--variant=minbase", "stable", str(root)])
    told(f"{packages[-1].name}:", f"{packages[-1].stat().st_size / 1e6:.2f} MB")
    inside = ["chroot", str(root)]
    before = files_below(root)
    shutil.copy(packages[-1], root / "damier.deb")
    output([*inside, "dpkg", "--install", "/damier.deb"])
    (root / "damier.deb").unlink()
    new = sorted(files_below(root) - before)
    for file in (
        "usr/games/damier",
        "usr/share/man/man1/damier.1.gz",
        "usr/share/man/man1/damier-serve.1.gz",
        "usr/share/applications/damier.desktop",
        "usr/share/icons/hicolor/scalable/apps/damier.svg",
        "usr/share/bash-completion/completions/damier",
        "usr/share/doc/damier/copyright",
    ):
        assert file in new, (file, new)
    output([*inside, "dpkg", "--verify", "damier"])
    told("Debian: installed,", len(new), "files and folders")
    used = [*inside, "/usr/games/damier"]
    protocols_are_answered("Debian", used)
    page_is_served("Debian", used)
    output([*inside, "dpkg", "--purge", "damier"])
    left = sorted(file for file in files_below(root) - before if "damier" in file)
    assert not left, left
    told("Debian: removed, and nothing of it is left")


def files_below(root: pathlib.Path) -> set[str]:
    found = set()
    for folder, folders, files in os.walk(root):
        if pathlib.Path(folder) == root:
            folders[:] = [name for name in folders if name not in ("proc", "sys", "dev", "tmp")]
        found.update(os.path.relpath(os.path.join(folder, name), root) for name in folders + files)
    return found


def speed(other: str, rounds: int) -> None:
    """The static program against another, in turn, by processor time: as speeds of a busy machine
    drift, what is told are medians of ratios."""
    with unpacked("x86_64-unknown-linux-musl") as folder:
        if folder is None:
            sys.exit(1)
        for game in SIGNATURE:
            bench = ["bench", "--game", game]
            pair = [[str(folder / "damier"), *bench], [other, *bench]]
            times = [[measured(command)[1] for command in pair] for _ in range(rounds)]
            ratios = sorted(theirs / ours for ours, theirs in times)
            listed = " ".join(f"{ratio:.3f}" for ratio in ratios)
            print(f"{game}: {statistics.median(ratios):.3f} of its speed ({listed})")


KINDS = {"x86-64": x86_64, "arm": arm, "windows": windows, "debian": debian}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--speed", metavar="PROGRAM", help="compare speeds with this one instead")
    parser.add_argument("--rounds", type=int, default=7, help="of --speed")
    options = parser.parse_args()
    if unknown := set(options.kinds) - set(KINDS):
        parser.error(f"unknown: {', '.join(unknown)}; there are {', '.join(KINDS)}")
    if options.speed:
        return speed(options.speed, options.rounds)
    if PACKAGES.is_dir():
        output(["sha256sum", "--check", "SHA256SUMS"], cwd=PACKAGES)
        told("the checksums are right")
    for kind in options.kinds or KINDS:
        KINDS[kind]()


if __name__ == "__main__":
    main()
