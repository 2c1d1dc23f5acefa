"""Long work of both games on many machines, with Ray (``pip install "damier[ray]"``).

Ray shares the work out: games, numbers of games or pairs of games go, a few at a time, as the rows
of a dataset to actors that each own an engine, and come back in their order. What a lost node had
under way is done again by another. What comes out depends on the settings alone: it is what
``damier.chess`` and ``damier.draughts`` make on one machine, byte for byte.

Files are read and written by the machine that asks; tables, openings and programs of engines must
lie at the same place on all of them. Ray's own progress bars show how far it is.

>>> import damier.ray
>>> for reviewed in damier.ray.review("games.pgn.zst", nodes=50_000):  # doctest: +SKIP
...     print(reviewed.summary())
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Iterator, Mapping, Optional, Sequence

try:
    import ray.data
except ImportError as error:
    raise ImportError('damier.ray needs Ray: pip install "ray[data]"') from error

from damier import _games, _ray

if TYPE_CHECKING:
    from damier._games import MatchResult, Path

__all__ = ["generate", "match", "review"]


def review(
    games: Any,
    *,
    game: str = "chess",
    nodes: int = 100_000,
    time: Optional[float] = None,
    lines: int = 1,
    tables: Optional[str] = None,
    journal: Optional[Path] = None,
    player: Optional[str] = None,
    most: Optional[int] = None,
    json_lines: Optional[Path] = None,
    language: str = "en",
    on_progress: Optional[Callable[[int, int, int], None]] = None,
    on_fault: Optional[Callable[[str], None]] = None,
    column: str = "game",
    workers: Optional[int] = None,
    cpus: float = 1,
    batch: int = 4,
) -> Any:
    """Reviews games on all machines of a cluster.

    Of a file or a list of files the reviews come out as those of ``damier.chess.review``, in their
    order; its words mean the same here, and a journal can be gone on with by either, or by
    ``damier review``. Of a dataset with a game a row, as text in ``column``, comes a dataset with
    one more column, ``review``: a line of JSON, or nothing where the text has no game.

    ``workers`` engines are at work at most, each on ``cpus`` cores; without them one on each core
    of the cluster. ``batch`` games are a piece of work.
    """
    compiled = _ray.compiled(game)
    settings = {"nodes": nodes, "time": time, "lines": lines, "tables": tables}
    # What is wrong with them is said at once, and here.
    compiled.Reviewer(**settings)
    pool = _ray.Pool(workers, cpus)
    if isinstance(games, ray.data.Dataset):
        known = {"game": game, "settings": settings, "column": column, "language": language}
        return pool.map(games, _ray.TextReviewer, known, batch)
    files = _games.paths(games)
    compiled.ReviewInput(files, player=player, most=most)
    journals = None
    if journal is not None:
        journals = compiled.ReviewJournals(journal, **settings)
    source = _ray.GamesOfFiles(game, files, player, most, journal, settings)
    found = pool.spread(source, _ray.ReviewWorker, {"game": game, "settings": settings}, batch)
    return _games.hand_out(
        _ray.Reviews(found, journals), json_lines, language, on_progress, on_fault
    )


def generate(
    path: Path,
    games: int,
    *,
    game: str = "chess",
    nodes: int = 5_000,
    seed: int = 1,
    plies: int = 8,
    balance: int = 300,
    options: Optional[Mapping[str, object]] = None,
    tables: Path = "",
    unusual: int = 10,
    to_the_end: bool = False,
    on_progress: Optional[Callable[[int, int], None]] = None,
    workers: Optional[int] = None,
    cpus: float = 1,
    batch: int = 8,
) -> dict[str, int]:
    """Plays games against oneself, for training, until a file holds those with the numbers before
    ``games``.

    The words are those of ``damier.chess.generate``, and the file has the bytes that it writes with
    one thread; an interrupted run goes on. ``on_progress`` is told the games in the file, and all.
    """
    made = _games.recipe(
        seed=seed,
        nodes=nodes,
        plies=plies,
        balance=balance,
        options=options,
        tables=tables,
        unusual=unusual,
        to_the_end=to_the_end,
    )
    compiled = _ray.compiled(game)
    file = compiled.GameFile(path, made)
    missing = file.missing(games)
    source = _ray.Numbers(_games.ranges(missing, max(1, batch)))
    pool = _ray.Pool(workers, cpus)
    for played in pool.spread(source, _ray.GamePlayer, {"game": game, "recipe": made}, 1):
        for record in played:
            file.append(record)
        if on_progress is not None:
            on_progress(len(file), games)
    file.close()
    return {"games": len(file), "new_games": len(missing)}


def match(
    engines: Sequence[str],
    games: int,
    *,
    game: str = "chess",
    nodes: Optional[int] = None,
    depth: Optional[int] = None,
    time: Optional[float] = None,
    clock: Optional[str] = None,
    seed: int = 1,
    openings: Optional[Path] = None,
    longest: int = 600,
    journal: Optional[Path] = None,
    on_progress: Optional[Callable[[int, int], None]] = None,
    workers: Optional[int] = None,
    cpus: float = 1,
    batch: int = 1,
) -> MatchResult:
    """Plays a match between engines, ``batch`` pairs of games at a time on each worker.

    The words are those of ``damier.chess.match``, and so are the result and the journal.
    """
    described = {
        "engines": list(engines),
        "games": games,
        "pace": _games.pace(nodes, depth, time, clock),
        "seed": seed,
        "openings": openings,
        "longest": longest,
    }
    contest = _ray.compiled(game).Match(**described)
    pool = _ray.Pool(workers, cpus)

    def play(pairs: list[tuple[int, int]]) -> Iterator[list[str]]:
        return pool.spread(
            _ray.Numbers(pairs), _ray.PairPlayer, {"game": game, "match": described}, 1
        )

    return _games.play_match(contest, games, journal, max(1, batch), play, on_progress)
