"""Says which figures in docs/ were measured with another search than the present one.

A table or paragraph of figures ends with a line such as

    *Measured with chess 4438626 (toga2), draughts 2795536.*

whose numbers are the node counts that `damier bench` printed for the program that was measured.
The present ones are in .ci/signature. Informs only: old figures are no error.
"""

import pathlib
import re

ROOT = pathlib.Path(__file__).parent.parent
MEASURED = re.compile(r"\*Measured with (.+)\*")
SIGNATURE = re.compile(r"(chess|draughts) (\d+)(?: \(([^)]*)\))?")


def sections(path):
    """Headings of a page with the lines below them, code left out."""
    title, lines, is_code = path.stem, [], False
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("```"):
            is_code = not is_code
        elif line.startswith("#") and not is_code:
            yield title, lines
            title, lines = line.strip("# "), []
        elif not is_code:
            lines.append(line)
    yield title, lines


def main():
    present = dict(line.split() for line in (ROOT / ".ci/signature").read_text().splitlines())
    current = {game: 0 for game in present}
    older, unsigned = [], []
    for path in sorted((ROOT / "docs").glob("*.md")):
        for title, lines in sections(path):
            place = f"docs/{path.name}, {title}"
            found = [match for line in lines if (match := MEASURED.fullmatch(line))]
            if not found and any(re.search(r"\d ± ?\d", line) for line in lines):
                unsigned.append(place)
            for match in found:
                for game, signature, what in SIGNATURE.findall(match[1]):
                    if signature == present[game]:
                        current[game] += 1
                    else:
                        older.append(f"{place}: {game} {signature}" + f" ({what})" * bool(what))
    for game, signature in present.items():
        print(f"{game} {signature}: {current[game]} figures were measured with it")
    print(f"\n{len(older)} with an older search:", *older, sep="\n  ")
    if unsigned:
        print("\nWithout a signature:", *unsigned, sep="\n  ")


if __name__ == "__main__":
    main()
