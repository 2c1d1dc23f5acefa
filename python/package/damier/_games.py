"""What the modules of both games have in common: words of Python around the compiled part."""

from __future__ import annotations

import json
import os
from typing import (
    Any,
    Callable,
    Generic,
    Iterable,
    Iterator,
    Mapping,
    Optional,
    Sequence,
    TypeVar,
    Union,
)

Path = Union[str, "os.PathLike[str]"]


def at_home(module: Any, name: str) -> None:
    """Tells the classes of a compiled module where people find them, for pickle and messages."""
    for thing in vars(module).values():
        if isinstance(thing, type):
            thing.__module__ = name


def recipe(
    *,
    seed: int,
    nodes: int,
    plies: int,
    balance: int,
    options: Optional[Mapping[str, object]],
    tables: Path,
    unusual: int,
    to_the_end: bool,
) -> dict[str, Any]:
    """How games are made, as the compiled part takes it."""
    return {
        "seed": seed,
        "nodes": nodes,
        "plies": plies,
        "balance": balance,
        "options": [(name, option_text(value)) for name, value in (options or {}).items()],
        "tables": os.fspath(tables),
        "unusual": unusual,
        "to_the_end": to_the_end,
    }


def option_text(value: object) -> str:
    """The value of an option as protocols write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def pace(
    nodes: Optional[int], depth: Optional[int], time: Optional[float], clock: Optional[str]
) -> str:
    """The pace of a match, as the compiled part takes it."""
    given = {
        "nodes": None if nodes is None else str(nodes),
        "depth": None if depth is None else str(depth),
        "movetime": None if time is None else str(round(time * 1000)),
        "clock": clock,
    }
    chosen = [f"{name}={value}" for name, value in given.items() if value is not None]
    if len(chosen) != 1:
        raise TypeError("say one pace: nodes, depth, time or clock")
    return chosen[0]


def paths(files: Union[Path, Iterable[Any]]) -> Any:
    """One path as a list of one; anything else as it is."""
    return [files] if isinstance(files, (str, os.PathLike)) else files


#: A game of the rules, and the review of one.
G = TypeVar("G")
R = TypeVar("R")


class Work(Generic[G, R]):
    """Long work of one game on this machine."""

    def __init__(self, compiled: Any) -> None:
        self._compiled = compiled

    def review(
        self,
        games: Union[Path, Iterable[Union[Path, G]]],
        *,
        nodes: int = 100_000,
        time: Optional[float] = None,
        lines: int = 1,
        tables: Optional[str] = None,
        jobs: int = 0,
        journal: Optional[Path] = None,
        also: Sequence[Path] = (),
        shard: str = "1/1",
        player: Optional[str] = None,
        most: Optional[int] = None,
        json_lines: Optional[Path] = None,
        language: str = "en",
        on_progress: Optional[Callable[[int, int, int], None]] = None,
        on_fault: Optional[Callable[[str], None]] = None,
    ) -> Iterator[R]:
        """Reviews games, of files or of an iterable, in constant memory.

        ``games`` is a path, a list of paths, or an iterable of games. What comes out depends on the
        games, ``nodes``, ``lines`` and ``tables`` alone. ``jobs`` games are under way at a time, 0
        for one on each core. ``journal``, ``also``, ``shard``, ``player`` and ``most`` (of the
        games in files) are those of ``damier review``; ``json_lines`` is written as it writes it.
        ``on_progress`` is told the games and moves that are done, and the moves of the games read
        so far; ``on_fault`` what cannot be read.
        """
        reviews = self._compiled.Reviews(
            paths(games),
            nodes=nodes,
            time=time,
            lines=lines,
            tables=tables,
            jobs=jobs,
            journal=journal,
            also=list(also),
            shard=shard,
            player=player,
            most=most,
        )
        return hand_out(reviews, json_lines, language, on_progress, on_fault)

    def generate(
        self,
        path: Path,
        games: int,
        *,
        nodes: int = 5_000,
        seed: int = 1,
        plies: int = 8,
        balance: int = 300,
        options: Optional[Mapping[str, object]] = None,
        tables: Path = "",
        unusual: int = 10,
        to_the_end: bool = False,
        threads: int = 0,
        shard: str = "1/1",
        on_progress: Optional[Callable[[int, int], None]] = None,
    ) -> dict[str, Any]:
        """Plays games against oneself, for training, until a file holds so many.

        The words are those of ``damier learn generate``, and so is the file: an interrupted run
        goes on. ``on_progress`` is told the games and the positions in the file.
        """
        made = recipe(
            seed=seed,
            nodes=nodes,
            plies=plies,
            balance=balance,
            options=options,
            tables=tables,
            unusual=unusual,
            to_the_end=to_the_end,
        )
        done: dict[str, Any] = self._compiled.generate(
            path, games, made, threads=threads, shard=shard, on_progress=on_progress
        )
        return done

    def match(
        self,
        engines: Sequence[str],
        games: int,
        *,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
        time: Optional[float] = None,
        clock: Optional[str] = None,
        seed: int = 1,
        openings: Optional[Path] = None,
        longest: int = 600,
        concurrency: int = 1,
        journal: Optional[Path] = None,
        on_progress: Optional[Callable[[int, int], None]] = None,
    ) -> MatchResult:
        """Plays a match between engines, described as ``damier arena --engine`` takes them.

        One pace is said: ``nodes``, ``depth``, ``time`` in seconds, or ``clock`` as ``"8+0.08"``.
        The journal is one of ``damier arena``, and ``damier arena report`` reads it.
        ``on_progress`` is told the games that are finished, and all.
        """
        contest = self._compiled.Match(
            list(engines),
            games,
            pace(nodes, depth, time, clock),
            seed=seed,
            openings=openings,
            longest=longest,
        )

        def play(pairs: list[tuple[int, int]]) -> Iterator[list[str]]:
            return (contest.play(*some, concurrency=concurrency) for some in pairs)

        return play_match(contest, games, journal, max(1, concurrency), play, on_progress)


def hand_out(
    reviews: Any,
    json_lines: Optional[Path],
    language: str,
    on_progress: Optional[Callable[[int, int, int], None]],
    on_fault: Optional[Callable[[str], None]],
) -> Iterator[Any]:
    out = None if json_lines is None else open(json_lines, "w", encoding="utf-8", newline="\n")
    try:
        for reviewed in reviews:
            if out is not None:
                out.write(reviewed.json(language) + "\n")
                out.flush()
            if on_progress is not None:
                on_progress(*reviews.progress())
            _tell(reviews, on_fault)
            yield reviewed
        _tell(reviews, on_fault)
    finally:
        reviews.stop()
        if out is not None:
            out.close()


def _tell(reviews: Any, on_fault: Optional[Callable[[str], None]]) -> None:
    for message in reviews.messages():
        if on_fault is not None:
            on_fault(message)


def whole_pairs(lines: Iterable[str]) -> set[int]:
    """The pairs of which both games were played."""
    seen: dict[int, int] = {}
    for line in lines:
        pair = json.loads(line)["pair"]
        seen[pair] = seen.get(pair, 0) + 1
    return {pair for pair, count in seen.items() if count == 2}


def ranges(numbers: Iterable[int], size: int) -> list[tuple[int, int]]:
    """Numbers in their order as ranges of at most so many."""
    found: list[tuple[int, int]] = []
    for number in numbers:
        if found and found[-1][1] == number and number - found[-1][0] < size:
            found[-1] = (found[-1][0], number + 1)
        else:
            found.append((number, number + 1))
    return found


def play_match(
    contest: Any,
    games: int,
    journal: Optional[Path],
    size: int,
    play: Callable[[list[tuple[int, int]]], Iterable[list[str]]],
    on_progress: Optional[Callable[[int, int], None]],
) -> MatchResult:
    """Has those pairs of a match played that its journal does not have, so many at a time."""
    kept = None if journal is None else contest.journal(journal)
    lines = [] if kept is None else kept.lines()
    known = whole_pairs(lines)
    lines = [line for line in lines if json.loads(line)["pair"] in known]
    missing = (pair for pair in range(contest.pairs) if pair not in known)
    for more in play(ranges(missing, size)):
        if kept is not None:
            kept.add(more)
        lines += more
        if on_progress is not None:
            on_progress(len(lines), games)
    return MatchResult(contest, lines if kept is None else kept.lines())


class MatchResult:
    """What a match proves, with its games."""

    def __init__(self, contest: Any, lines: Iterable[str]) -> None:
        def place(line: str) -> tuple[int, bool]:
            game = json.loads(line)
            return game["pair"], game["players"][0] > game["players"][1]

        self._contest = contest
        #: Each game as a line of a journal, in the order of the pairs.
        self.lines = sorted(lines, key=place)
        standing = contest.standing(self.lines)
        #: How many games were played.
        self.games: int = standing["games"]
        #: For each player a dict of name, wins, draws, losses and score.
        self.players: list[dict[str, Any]] = standing["players"]
        #: Between two players the Elo difference, seen from the first, and its 95 % interval.
        self.elo: Optional[float] = standing.get("elo")
        self.elo_interval: Optional[tuple[float, float]] = standing.get("elo_interval")

    def records(self) -> str:
        """The games as PGN or PDN."""
        text: str = self._contest.text(self.lines)
        return text

    def data(self) -> list[dict[str, Any]]:
        """The games as dicts."""
        return [json.loads(line) for line in self.lines]

    def __repr__(self) -> str:
        players = ", ".join(
            f"{player['name']} +{player['wins']} ={player['draws']} -{player['losses']}"
            for player in self.players
        )
        return f"<MatchResult of {self.games} games: {players}>"
