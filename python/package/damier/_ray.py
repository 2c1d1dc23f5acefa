"""The part of ``damier.ray`` that runs on all machines: the way of work to actors and back."""

from __future__ import annotations

import contextlib
import os
import pickle
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Optional, Sequence

import pyarrow
import ray
import ray.data
from ray.data.block import BlockMetadata
from ray.data.datasource import Datasource, ReadTask

from damier import chess, draughts
from damier.errors import DamierError, EngineError, OptionError

if TYPE_CHECKING:
    from damier._games import Path

#: Rows of this name carry pickled objects.
COLUMN = "damier"
MODULES: dict[str, Any] = {"chess": chess, "draughts": draughts}


def compiled(game: str) -> Any:
    """The compiled part of a game."""
    module = MODULES.get(game)
    if module is None:
        raise OptionError(f"there is no game {game!r}; there are {', '.join(MODULES)}")
    return module._compiled


class Pool:
    """The engines of a cluster."""

    def __init__(self, workers: Optional[int], cpus: float) -> None:
        if not ray.is_initialized():
            ray.init()
        if not cpus > 0 or (workers is not None and workers < 1):
            raise OptionError("there must be at least one worker, on more than no cores")
        if workers is None:
            workers = max(1, int(ray.cluster_resources().get("CPU", 1) / cpus))
        self._workers = workers
        self._cpus = cpus

    def map(self, rows: Any, worker: type, known: dict[str, Any], batch: int) -> Any:
        """A dataset with what workers make of its rows."""
        known = {**known, "identity": compiled(known["game"]).identity()}
        # A worker on a node that is lost waits for room on another: the others then make room,
        # since none of them is kept that has nothing to do.
        strategy = ray.data.ActorPoolStrategy(
            min_size=1, max_size=self._workers, initial_size=self._workers
        )
        return rows.map_batches(
            worker,
            fn_constructor_kwargs=known,
            batch_size=max(1, batch),
            batch_format="pyarrow",
            compute=strategy,
            num_cpus=self._cpus,
        )

    def spread(
        self, source: Iterable[Any], worker: type, known: dict[str, Any], batch: int
    ) -> Iterator[Any]:
        """What workers make of the items of a source, in order, ``batch`` of them together."""
        with _small_ordered_blocks():
            # The machine that asks has the files.
            here = {f"node:{ray.util.get_node_ip_address()}": 0.001}
            items = ray.data.read_datasource(
                Items(source, max(1, batch)), override_num_blocks=1, num_cpus=0, resources=here
            )
            found = self.map(items, worker, known, 1)
        for block in found.iter_batches(batch_size=None, batch_format="pyarrow"):
            for row in block.column(COLUMN).to_pylist():
                made = pickle.loads(row)
                if isinstance(made, DamierError):
                    raise made
                yield from made


@contextlib.contextmanager
def _small_ordered_blocks() -> Iterator[None]:
    """Datasets that are made meanwhile keep their order and do not put rows together."""
    context = ray.data.DataContext.get_current()
    options, size = context.execution_options, context.target_max_block_size
    was = options.preserve_order
    options.preserve_order, context.target_max_block_size = True, 1
    try:
        yield
    finally:
        options.preserve_order, context.target_max_block_size = was, size


class Items(Datasource):  # type: ignore[misc, unused-ignore]
    """The items of a source as rows, some of them in each, made while they are wanted."""

    def __init__(self, source: Iterable[Any], batch: int) -> None:
        super().__init__()
        self._source = source
        self._batch = batch

    def get_name(self) -> str:
        return type(self._source).__name__

    def estimate_inmemory_data_size(self) -> Optional[int]:
        return None

    def get_read_tasks(self, parallelism: int, *_: Any, **__: Any) -> list[ReadTask]:
        source, batch = self._source, self._batch

        def rows() -> Iterator[Any]:
            together: list[Any] = []
            try:
                for item in source:
                    together.append(item)
                    if len(together) == batch:
                        yield _row(together)
                        together = []
            except DamierError as error:
                yield _row(error)
                return
            if together:
                yield _row(together)

        about = BlockMetadata(num_rows=None, size_bytes=None, input_files=None, exec_stats=None)
        return [ReadTask(rows, about)]


def _row(made: Any) -> Any:
    return pyarrow.table({COLUMN: pyarrow.array([pickle.dumps(made)], pyarrow.binary())})


class Numbers:
    """Numbers as a source of items: the first of some, and the one after the last."""

    def __init__(self, ranges: Sequence[tuple[int, int]]) -> None:
        self._ranges = ranges

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return iter(self._ranges)


class GamesOfFiles:
    """Games to be reviewed, with what is known of them already, and what cannot be read."""

    def __init__(
        self,
        game: str,
        files: Sequence[Path],
        player: Optional[str],
        most: Optional[int],
        journal: Optional[Path],
        settings: dict[str, Any],
    ) -> None:
        self._game = game
        # Files keep the names that they were given, which stand in reviews.
        self._folder = os.getcwd()
        self._files = list(files)
        self._choice = {"player": player, "most": most}
        self._journals = [] if journal is None else [journal]
        self._settings = settings

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        folder = os.getcwd()
        os.chdir(self._folder)
        try:
            yield from self._games()
        finally:
            os.chdir(folder)

    def _games(self) -> Iterator[tuple[Any, ...]]:
        rules = compiled(self._game)
        journals = None
        if self._journals:
            journals = rules.ReviewJournals(None, self._journals, **self._settings)
        games = rules.ReviewInput(self._files, **self._choice)
        for index, game, faults in games:
            known = journals and journals.find(index, game, faults)
            yield index, game, faults, known, games.messages()
        yield None, None, [], None, games.messages()


class _Worker:
    """An actor that owns an engine, and makes something of rows of pickled items."""

    def __init__(self, game: str, identity: str) -> None:
        self.rules = compiled(game)
        own = self.rules.identity()
        self._fault: Optional[DamierError] = None
        if own != identity:
            self._fault = EngineError(
                f"a node of the cluster has another engine: {own}, not {identity}; install the "
                "same version of damier on all of them"
            )

    def make(self, items: list[Any]) -> list[Any]:
        raise NotImplementedError

    def __call__(self, rows: Any) -> Any:
        made = []
        for row in rows.column(COLUMN).to_pylist():
            try:
                items = self._fault or pickle.loads(row)
                made.append(items if isinstance(items, DamierError) else self.make(items))
            except DamierError as error:
                made.append(error)
        return pyarrow.concat_tables([_row(row) for row in made])


class ReviewWorker(_Worker):
    def __init__(self, game: str, identity: str, settings: dict[str, Any]) -> None:
        super().__init__(game, identity)
        self._reviewer = self.rules.Reviewer(**settings)

    def make(self, items: list[Any]) -> list[Any]:
        return [self._review(*item) for item in items]

    def _review(
        self, index: int, game: Any, faults: list[str], known: Any, said: list[str]
    ) -> tuple[Any, bool, list[str]]:
        if game is None or known is not None:
            return known, False, said
        return self._reviewer.review(game, index=index, faults=faults), True, said


class GamePlayer(_Worker):
    def __init__(self, game: str, identity: str, recipe: dict[str, Any]) -> None:
        super().__init__(game, identity)
        self._recipe = recipe

    def make(self, items: list[Any]) -> list[Any]:
        return [self.rules.play_numbers(self._recipe, list(range(*item))) for item in items]


class PairPlayer(_Worker):
    def __init__(self, game: str, identity: str, match: dict[str, Any]) -> None:
        super().__init__(game, identity)
        self._match = self.rules.Match(**match)

    def make(self, items: list[Any]) -> list[Any]:
        return [self._match.play(*item) for item in items]


class TextReviewer(_Worker):
    """Reviews the games of a column of texts."""

    def __init__(
        self, game: str, identity: str, settings: dict[str, Any], column: str, language: str
    ) -> None:
        super().__init__(game, identity)
        self._reviewer = self.rules.Reviewer(**settings)
        self._column = column
        self._language = language

    def __call__(self, rows: Any) -> Any:
        if self._fault is not None:
            raise self._fault
        if self._column not in rows.column_names:
            there = ", ".join(rows.column_names)
            raise OptionError(f"there is no column {self._column!r}; there are {there}")
        texts = rows.column(self._column).to_pylist()
        lines = [self._line(text) for text in texts]
        return rows.append_column("review", pyarrow.array(lines, pyarrow.string()))

    def _line(self, text: Optional[str]) -> Optional[str]:
        for game in self.rules.games_from_text(text or ""):
            line: str = self._reviewer.review(game).json(self._language)
            return line
        return None


class Reviews:
    """What workers found, as the compiled part tells it of one machine."""

    def __init__(self, found: Iterator[Any], journals: Any) -> None:
        self._found = found
        self._journals = journals
        self._said: list[str] = []
        self._games = 0
        self._moves = 0

    def __iter__(self) -> Iterator[Any]:
        for review, is_new, said in self._found:
            self._said += said
            if review is None:
                continue
            if is_new and self._journals is not None:
                self._journals.add(review)
            self._games += 1
            self._moves += len(review.game)
            yield review

    def progress(self) -> tuple[int, int, int]:
        return self._games, self._moves, self._moves

    def messages(self) -> list[str]:
        said, self._said = self._said, []
        return said

    def stop(self) -> None:
        # Its journal is closed, so that others may go on with it.
        self._journals = None
        close = getattr(self._found, "close", None)
        if close is not None:
            close()
