// What the server sends, field by field. A test (tests/types.rs) compares this file with real
// answers: a field that is missing here, never comes, or is optional on one side only is an error.
//
// Squares are written as people write them (`e4`, `32`); a board is one letter a square: 64 from a8
// to h1 in chess, 50 from 1 to 50 in draughts, `.` for an empty one.

type GameName = "chess" | "draughts";
type SideName = "white" | "black";

/** A move, with all that is needed to show it and to find out which one a player means. */
interface MoveView {
  text: string;
  /** What to send back to play it. */
  code: string;
  /** Where the piece stands during the move, from its origin to its target. */
  path: string[];
  captured?: string[];
  /** Squares that mean this move when the piece is dropped there, besides the end of its path. */
  targets?: string[];
  /** Other ways to the same end that take the same pieces. */
  other_paths?: string[][];
  /** The letter of what a pawn becomes. */
  promotion?: string;
}

/** Why a game is over; a draw has no winner. */
interface VerdictView {
  reason: string;
  winner: SideName | null;
}

/** A position and what the rules say about it. */
interface PositionView {
  game: GameName;
  fen: string;
  board: string;
  turn: SideName;
  number: number;
  legal: MoveView[];
  /** Where a king is in check. */
  check: string | null;
  ending: VerdictView | null;
  /** A draw that the side to move may claim. */
  claim: string | null;
}

/** A position with the move that led to it. */
interface ArrivalView extends PositionView {
  last: NodeView | null;
}

/** A move that was played, and the board after it. */
interface NodeView {
  /** Place of the node before it in the list. */
  parent: number | null;
  /** `12.` or `12...`. */
  number: string;
  move: MoveView;
  board: string;
  check: string | null;
  before?: string[];
  comments?: string[];
  /** What comments say to programs: clocks, evaluations, arrows. */
  commands?: string[];
  nags?: number[];
}

/** What was found in a text: a game with its variations, or a position. */
interface RecordView {
  game: GameName;
  /** Titles of all games in the text. */
  titles: string[];
  /** Whether there are more games than are counted. */
  more: boolean;
  index: number;
  start: string;
  start_board: string;
  start_number: string;
  tags: [string, string][];
  result: string;
  comments: string[];
  commands: string[];
  nodes: NodeView[];
  faults: FaultView[];
}

/** Something in a file that could not be read; with a code if the rules say why. */
interface FaultView {
  message: string;
  /** Counted from 1. */
  game: number;
  line: number;
  column: number;
  code?: string;
  arguments?: Record<string, string>;
}

interface WrittenView {
  text: string;
  extension: string;
}

interface HumanSeat {
  kind: "human";
}

interface EngineSeat {
  kind: "engine";
  level: number;
  /** The rating of people that it plays like, which counts more than the level. */
  like?: number;
  /** Whether it gives up also where people of its rating play on. */
  resigns?: boolean;
  profile: string | null;
  seed: number;
}

type Seat = HumanSeat | EngineSeat;

/** How much time was agreed, in seconds. */
interface Pace {
  time: number;
  increment: number;
}

interface ClockView {
  /** Milliseconds of White and Black. */
  left: [number, number];
  running: SideName | null;
  pace: Pace;
}

/** A game that is being played, or was. */
interface GameView {
  id: string;
  /** Counts changes. */
  version: number;
  created: number;
  seats: [Seat, Seat];
  start: string;
  start_board: string;
  custom_start: boolean;
  position: PositionView;
  moves: NodeView[];
  verdict: VerdictView | null;
  /** Whether the engine has offered a draw with its last move. */
  offer: boolean;
  /** Whether an engine is to move. */
  thinking: boolean;
  paused: boolean;
  unsaved: boolean;
  clock: ClockView | null;
}

/** A game in the list of games. */
interface GameSummary {
  id: string;
  game: GameName;
  created: number;
  updated: number;
  seats: [Seat, Seat];
  plies: number;
  verdict: VerdictView | null;
  is_over: boolean;
}

interface GameList {
  games: GameSummary[];
  unreadable: string[];
}

interface DrawAnswer {
  accepted: boolean;
  game: GameView;
}

interface HintView {
  move: MoveView;
  ply: number;
}

/** Whom one can play against. */
interface CatalogueView {
  version: string;
  chess: OpponentsView;
  draughts: OpponentsView;
}

interface OpponentsView {
  levels: LevelView[];
  measured: string;
  /** The ratings of people that can be played like, and from where on they give up. */
  like: { least: number; most: number; resigns_from: number } | null;
  profiles: ProfileView[];
  /** What is wrong with profiles of the user. */
  faults: string[];
}

interface LevelView {
  number: number;
  about: string;
  /** None for the one that plays any legal move. */
  elo: number | null;
  error: number;
}

interface ProfileView {
  name: string;
  about: string;
  /** Whether it is part of the program, so that the page may know it in its language. */
  built_in: boolean;
  /** What it costs at level 5, in Elo, if that was measured. */
  cost: number | null;
  /** Whether it has weights by which a position can be seen. */
  weighs: boolean;
  /** Whether it is a player of its own that no level changes. */
  complete: boolean;
}

/** Hundredths, moves to the end of the game, or a win that tables prove; for White. */
type ScoreView = { value: number } | { mate: number } | { win: number };

/** A move of a line. */
interface StepView {
  number: string;
  text: string;
  code: string;
}

/** A line that the engine believes in. */
interface LineView {
  rank: number;
  depth: number;
  score: ScoreView;
  /** White's chances, from 0 to 100. */
  white: number;
  nodes: number;
  speed: number;
  moves: StepView[];
  /** The first of them, to be drawn. */
  first: MoveView | null;
}

type Judgement = "inaccuracy" | "mistake" | "blunder";
type Mark = "forced" | "best" | "only" | "missed-win" | "opening";

type Warning = "mate" | "loss" | "missed" | "shot" | "promotion" | "material" | "draw" | "other";

/** A move with what is thought of it. */
interface JudgedView {
  move: MoveView;
  judgement: Judgement | null;
  marks: Mark[];
  /** After the move, for White. */
  score: ScoreView;
  /** White's chances after the move, from 0 to 100. */
  white: number;
  /** The chances of the mover before and after it. */
  win_before: number;
  win_after: number;
  accuracy: number;
  /** Why it is wrong, in whole sentences. */
  words: string;
  /** What can be told of an error without the answer. */
  warning: Warning;
  line: StepView[];
  better: StepView[];
  better_move: MoveView | null;
  better_score: ScoreView;
  comparison: ComparisonView | null;
}

/** The gap to the better line, term by term. */
interface ComparisonView {
  terms: [string, number][];
  remainder: number;
  gap: number;
}

/** A game, reviewed. */
interface ReviewView {
  /** The game with glyphs, reasons and better lines in it. */
  record: RecordView;
  moves: JudgedView[];
  sides: [SideReview, SideReview];
  opening: OpeningView | null;
  /** White's chances over the game, as a picture without words. */
  graph: string;
  /** All of it as data, to be sent back as it is. */
  data: object;
}

interface SideReview {
  accuracy: number | null;
  /** What a move lost on average, in pawns or men. */
  average_loss: number | null;
  by_phase: (number | null)[];
  moves: number;
  best: number;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
  missed_wins: number;
}

interface OpeningView {
  code: string;
  name: string;
  plies: number;
}

interface ProgressView {
  done: number;
  total: number;
}

/** A position, term by term. */
interface TermsView {
  terms: TermView[];
  total: number;
  sliders: SliderView[];
}

interface TermView {
  name: string;
  white: number;
  black: number;
}

interface SliderView {
  key: string;
  name: string;
  value: number;
  most: number;
}

/** Why a request was refused. */
interface ProblemView {
  error: string;
  message: string;
  /** What the rules say, as a key of the catalogue, and what fills the gaps of its message. */
  code?: string;
  arguments?: Record<string, string>;
}

// ---- the library ----

interface LibraryView {
  collections: CollectionView[];
  /** Of the reader. */
  names: string[];
  /** What cannot be read. */
  unreadable: string[];
}

interface CollectionView {
  id: number;
  name: string;
  created: number;
  source: SourceView | null;
  plan: PlanView | null;
  is_deleted: boolean;
  games: number;
  /** By this engine, and by others. */
  reviewed: number;
  outdated: number;
}

/** The file that a collection comes from. */
interface SourceView {
  name: string;
  size: number;
  /** So many bytes were read. */
  done: number;
  games: number;
  broken: number;
  lines: number;
  is_whole: boolean;
}

/** Reviews that are to be made. */
interface PlanView {
  nodes: number;
  is_paused: boolean;
}

interface BegunView {
  id: number;
  done: number;
}

interface ImportView {
  done: number;
  games: number[];
  broken: number;
  faults: FaultView[];
}

interface SearchView {
  total: number;
  /** Of the game that was asked for, from 0. */
  place: number | null;
  games: HeadView[];
}

/** A game in a list. */
interface HeadView {
  id: number;
  collection: number;
  game: GameName;
  white: string;
  black: string;
  event: string;
  date: string;
  result: string;
  ratings: (number | null)[];
  opening: string;
  plies: number;
  is_broken: boolean;
  is_reviewed: boolean;
  is_outdated: boolean;
}

interface KeptGameView {
  head: HeadView;
  record: RecordView;
  /** As it is kept, to the letter. */
  text: string;
}

interface ExportView {
  text: string;
  total: number;
  count: number;
}

// ---- training ----

type PhaseName = "opening" | "middlegame" | "endgame";

/** How it stands with the reader's own mistakes. */
interface TrainingView {
  has_names: boolean;
  /** The reader's games, and those with a review. */
  games: number;
  reviewed: number;
  /** Exercises that are due, and new ones that may come today. */
  due: number;
  fresh: number;
  /** Mistakes that are no exercises yet. */
  waiting: number;
  resting: number;
  retired: number;
  /** Days until the next one is due. */
  next_in: number | null;
  /** Answers, and those that were right at the first try. */
  today: [number, number];
  ever: [number, number];
  themes: ThemeCount[];
  phases: [PhaseName, number][];
  openings: [string, number][];
}

interface ThemeCount {
  theme: string;
  /** Whether something was let go, and not allowed. */
  is_missed: boolean;
  count: number;
  retired: number;
}

interface NextView {
  exercise: ExerciseView | null;
}

/** Something to be found. */
interface ExerciseView {
  id: string;
  kind: "mistake" | "calm" | "puzzle";
  game: GameName;
  /** The start of its game, and the moves up to it. */
  start: string;
  moves: string[];
  players: string;
  date: string;
  /** The number of its game in the library. */
  kept: number | null;
  /** How often it was found in a row. */
  successes: number;
  is_new: boolean;
  rating: number | null;
}

/** What became of a move in an exercise. */
interface AttemptView {
  move: MoveView;
  is_right: boolean;
  /** Whether nothing more is to be found. */
  is_done: boolean;
  /** Why it is wrong, without the answer. */
  words: string;
  /** The answer to what is wrong, or the opponent's next move. */
  reply: MoveView | null;
  /** After what is right, with the opponent's answer. */
  position: ArrivalView | null;
}

interface ShownView {
  theme: string | null;
  is_missed: boolean;
  error: JudgedView;
}

interface AnsweredView {
  successes: number;
  /** Days until it comes again; none if it is done with. */
  again_in: number | null;
  left: number;
}

/** Puzzles of the program, and how the reader does. */
interface PuzzlesView {
  rating: number;
  is_guess: boolean;
  total: number;
  done: number;
  found: number;
  themes: PuzzleTheme[];
}

interface PuzzleTheme {
  theme: string;
  count: number;
  done: number;
}

interface PuzzleAnswer {
  rating: number;
  change: number;
  themes: string[];
  line: string[];
}
