// Made from navalcore/table/_messages.py by python -m tests.table.test_page_types.

export type Act = SeatChoose | SeatUndo | SeatOrder | SeatRecall | SeatWhyNot | SeatOdds | SeatBoard | AtAct | DigestAct | LogAct | TextBoardAct | AskAct | HowAct | ReportAct | RevocableAct | MeantAct | SaveAct | SeatLifeAct | RollAct | UnrollAct | PassOnAct;

/** One of the game's own commands. */
export interface AskAct {
  /** The answer bears the same. */
  id?: number | string | null;
  act: "ask";
  /** Which. */
  command: string;
  /** The words of the question. */
  argument?: string;
}

/** What was the position, as I knew it then? */
export interface AtAct {
  /** The answer bears the same. */
  id?: number | string | null;
  act: "at";
  /** Before my own choice of this number. */
  decision?: number | null;
  /** After so many choices of all together; when the match is over. */
  choice?: number | null;
  /** After the event that I was told under this number. */
  event?: number | null;
  /** Whose knowledge; another role's, or the umpire's, who sees everything, when the match is over. */
  eye?: string;
}

/** The board as one role sees it: see :class:`navalcore.boards.Board`. */
export interface BoardData {
  /** The scenes it is on, the foremost first. */
  scenes: SceneData[];
  /** The pieces on them; those of one region in the order in which they are stacked, the lowest first. */
  pieces: { [key: string]: unknown }[];
  /** Courses and arrows. */
  traces: { [key: string]: unknown }[];
  /** Regions in another colour. */
  tints: { [key: string]: unknown }[];
}

/** A scene of the board as a picture, in two layers of one view box. */
export interface BoardPicture {
  /** The scene's id. */
  id: string;
  /** Its name for people. */
  title: string;
  /** The digest of the fixed part, to be fetched once. */
  still: string;
  /** The changing part, as SVG. */
  moving: string;
}

/** A person's clock. */
export interface ClockInfo {
  /** Whose. */
  role: string;
  /** The time left, for this time and of the reserve; less than nothing when it has run out. */
  seconds: number;
  /** Whether it runs at the moment. */
  runs: boolean;
}

/** A decision as it is sent to the role that takes it. */
export interface DecisionData {
  /** A stable word for the question. */
  kind: string;
  /** The question. */
  prompt: string;
  /** The section that asks. */
  rule: string;
  /** Whether others learn neither the question nor the answer. */
  secret: boolean;
  /** Sent back with the answer, so that a late or doubled one is refused. */
  number: number;
  /** The contents of the prompt besides the kind, by name. */
  fields: { [key: string]: unknown };
  /** The parts of the board that it is about, each with its part. */
  places: PlaceData[];
  /** Every legal answer. */
  options: OptionData[];
  /** The facts known at the table about some of the options, each fact once; options name it by its number, from 0. */
  facts?: FactData[];
  /** The numbers that add up to the totals among the facts, each once; facts name it by its number, from 0. */
  summands?: SummandData[];
}

/** What is the digest of all that I know now? Whoever comes back to the moment finds the same. */
export interface DigestAct {
  /** The answer bears the same. */
  id?: number | string | null;
  act: "digest";
}

/** An event as one role was told it. */
export interface EventData {
  /** Its number among the events that the role was told; the first is 1. */
  n: number;
  /** A stable word for the event. */
  kind: string;
  /** The section it follows, or nothing. */
  rule: string;
  /** The roles that were told; null: all. */
  to: string[] | null;
  /** The sentence for people. */
  text: string;
  /** Whether it is a detail, for people who follow every step. */
  detail: boolean;
  /** The parts of the board that it is about, each with its part. */
  places: PlaceData[];
  /** The pieces that it moves on the board. */
  moves: MoveData[];
  /** Its contents, by name. */
  fields: { [key: string]: unknown };
}

/** Something that is known at the table about an option before it is taken. */
export interface FactData {
  /** A stable word for the fact. */
  name: string;
  /** The kind of its value: `chance`, `count`, `mean` or `total`; later releases may have other words. */
  kind: string;
  /** The chance from 0 to 1, or the number. */
  value: number;
  /** Of a chance or a mean the same exactly, such as `7/10`; else null. */
  fraction: string | null;
  /** The text for people, with the figure. */
  text: string;
  /** The section it follows, or nothing. */
  rule: string;
  /** Of a total what it is the sum of, as numbers in the list `summands` of the decision. */
  summands: number[];
  /** The parts of the board that it is about besides the option's own places; of a way its places in order. */
  places: PlaceData[];
}

/** The first word on a socket: who I am, and what I have heard already. */
export interface Hello {
  /** The secret that opens my seat; without it I watch. */
  secret?: string | null;
  /** Whether what opens my seat is in a cookie. */
  cookie?: boolean;
  /** Which of my seats, by role: of those in cookies, or of those that the secret of my own page opens. */
  seat?: string;
  /** How many events I have been told; less than nothing: the last so many. */
  since?: number;
  /** Of which edition of the match they were. */
  edition?: number | null;
  /** Whether I want to see the board as pictures; the snapshot has it as data otherwise. */
  pictures?: boolean;
  /** Whether I put changes together: after the first state I am sent only what has changed. */
  changes?: boolean;
}

/** Rules of the table that the person who begins a match has set, besides the rules of the game; all see it before sitting down. */
export interface HouseRules {
  /** The remedy against a person who has not chosen for long: nothing, that the seat becomes free, or that too and a bot plays on. With the last, any player may give a free seat to a bot; the host always may. */
  absent?: "wait" | "free" | "bot";
  /** How long that is. */
  absent_days?: number;
  /** The clock: hours for each time one is awaited. */
  move_hours?: number;
  /** Hours beyond that, for the whole match; there is no clock where both are 0. */
  reserve_hours?: number;
  /** The consequence: others may claim the match, a bot plays on, or it is lost. Among players of one side a bot plays on in each case, for the player who claims the match too. */
  runs_out?: "claim" | "bot" | "loss";
  /** Days that each person may be on leave, with the clock stopped. */
  leave_days?: number;
}

/** How something that was told came about: the choice, the dice, what they were the sum of, and the rule. */
export interface HowAct {
  /** The answer bears the same. */
  id?: number | string | null;
  act: "how";
  /** Its number. */
  event: number;
}

/** What was I told after so many events? */
export interface LogAct {
  /** The answer bears the same. */
  id?: number | string | null;
  act: "log";
  /** After how many. */
  since?: number;
}

/** The terms of a match. */
export interface MatchTerms {
  /** The scenario's id; the game's first without one. */
  scenario?: string | null;
  /** The options by name. */
  options?: { [key: string]: unknown };
}

/** Which option do these words mean? Nothing is chosen. */
export interface MeantAct {
  /** The answer bears the same. */
  id?: number | string | null;
  act: "meant";
  /** The typed words. */
  words: string;
  /** The number of the decision. */
  decision: number;
}

/** A piece that an event moves on the board. */
export interface MoveData {
  /** Its id. */
  piece: string;
  /** The id of the place it leaves; empty if it comes from off the board. */
  from: string;
  /** The id of the place it reaches; empty if it leaves the board. */
  to: string;
  /** How many equal pieces move. */
  count: number;
  /** The places it passes in between. */
  way: string[];
}

/** A match to be begun. */
export interface NewMatch {
  /** The scenario's id; the game's first without one. */
  scenario?: string | null;
  /** The options by name. */
  options?: { [key: string]: unknown };
  /** The game's id. */
  game: string;
  /** Whether choices may be taken back after new information. */
  undo?: "barrier" | "free";
  /** Whether the table rolls and draws, or people do at a real one. */
  dice?: "committed" | "physical";
  /** The state with which a companion begins, as another device has passed it on. */
  position?: { [key: string]: unknown } | null;
  /** The lesson, puzzle or worked example of the game whose position it begins with. */
  example?: string;
  /** The match that it continues; scenario and options are then those of that match. */
  what_if?: WhatIf | null;
  /** Whether everybody may see it in the lobby, and take a free seat. */
  public?: boolean;
  /** The name by which I am known. */
  name?: string;
  /** Who is to sit where, by role. */
  seats?: { [key: string]: SeatWish };
  /** The rules of the table. */
  house?: HouseRules;
}

/** The events at the table besides the match. */
export interface NoteInfo {
  /** When, to the minute. */
  at: string;
  /** What, in a word: `sat`, `freed`, `bot`, `resigned`, `draw`, `claimed`, `left`, `back` ... */
  what: string;
  /** To whose seat. */
  role: string;
  /** More of it, in words. */
  text: string;
}

/** The possible results of an option until the next decision, as sent to the role that is asked. */
export interface OddsData {
  /** Whether every result of chance was looked at, or some. */
  method: "exact" | "sampled";
  /** The possible results, the likeliest first. */
  outcomes: ProspectData[];
  /** The news that is certain. */
  always: string[];
  /** For each kind of event the chance that one is told. */
  happens: { [key: string]: number };
  /** For each kind of event the mean number of them; under `kind.field` the mean of a figure. */
  expected: { [key: string]: number };
  /** Whether what is hidden had to be imagined. */
  imagined: boolean;
  /** How many worlds were imagined. */
  worlds: number;
  /** How many courses of chance were looked at. */
  courses: number;
  /** Whether nothing comes of it before other roles have chosen too. */
  waiting: boolean;
  /** Filled where the role chooses on before anything comes of it. For each sentence it has the least and the most chance that it is told, over the ways to choose on, the likeliest first. */
  ranges?: { [key: string]: [number, number] };
  /** How far the ranges that were sampled may be off, by the sentence. */
  range_errors?: { [key: string]: number };
  /** How many ways to choose on were looked at, or 0 where the role does not choose on. */
  ways?: number;
  /** Whether these are all the ways. */
  every_way?: boolean;
  /** How sure the figures are, in a few words. */
  basis?: string;
}

/** An option as it is sent. */
export interface OptionData {
  /** The number to answer with. */
  index: number;
  /** A stable word for the sort of option. */
  kind: string;
  /** The same for the same action in every match of the game. */
  key: string;
  /** Its contents, by name. */
  fields: { [key: string]: unknown };
  /** Its text for people. */
  text: string;
  /** The parts of the board that it names, each with its part. */
  places: PlaceData[];
  /** The heading under which it is shown where many are offered. */
  group: string;
  /** Its meaning, where its text is a letter or a word that a new player cannot know; or nothing. */
  meaning: string;
  /** A warning to a player before it is taken; or nothing. */
  warning: string;
  /** The facts known at the table about it, the most important first, as numbers in the list `facts` of the decision. */
  facts?: number[];
  /** The odds of its possible results; null where the odds were not asked for. */
  chances?: OddsData | null;
}

/** The end of a match. */
export interface OutcomeData {
  /** The role that won; null: none. */
  winner: string | null;
  /** A sentence for people. */
  reason: string;
  /** The section that ends the match. */
  rule: string;
  /** The final figures by name. */
  scores: { [key: string]: number };
  /** A short stable word for the way it ended. */
  ending: string;
  /** Its worth to each role of the game, from -1 (lost) to 1 (won); 0.2.0 sent none. */
  returns?: { [key: string]: number };
}

/** The state of a companion, as a position that another device can begin with. */
export interface PassOnAct {
  /** The answer bears the same. */
  id?: number | string | null;
  act: "pass_on";
}

/** A place or piece of the board that an option, an event or a decision names. */
export interface PlaceData {
  /** Its id, such as `zone/6`. */
  place: string;
  /** Its part in the act: `subject`, `from`, `to`, `target` or `at`; later releases may have other words. */
  as: string;
}

/** One thing that may come of an option, as it is sent. */
export interface ProspectData {
  /** The news that there would be, without the news that there is in any case. */
  text: string;
  /** The kinds of these events. */
  kinds: string[];
  /** Its chance. */
  probability: number;
  /** The same exactly, such as `1/6`; null where it is sampled. */
  fraction: string | null;
  /** How far the probability may be off. */
  standard_error: number;
  /** How the match ends by it, or null. */
  ending: OutcomeData | null;
}

/** What did luck do in this match? While that is worked out, the answer is how far it is: ask again. */
export interface ReportAct {
  /** The answer bears the same. */
  id?: number | string | null;
  act: "report";
}

/** Could I take this choice back, as far as I can know? */
export interface RevocableAct {
  /** The answer bears the same. */
  id?: number | string | null;
  act: "revocable";
  /** The option's key. */
  key: string;
  /** The number of the decision. */
  decision: number;
}

/** A real die shows a face, or a real card was drawn: I say which. Any person at the match may. */
export interface RollAct {
  /** The answer bears the same. */
  id?: number | string | null;
  act: "roll";
  /** Which roll or draw it is: its number in the state. */
  roll: number;
  /** The result, by its words. */
  key: string;
}

/** A die that a person has to roll, or a card to draw. */
export interface RollInfo {
  /** Its number, which counts down from -1. */
  number: number;
  /** The dice or the draw, and the purpose. */
  prompt: string;
  /** The section that asks for it. */
  rule: string;
  /** The lowest and the highest face of the die; null where it is a draw. */
  faces: [number, number] | null;
  /** Everything that may be drawn; nothing where it is a die. */
  items: string[];
}

/** The match as a file: when it is over, or where no other person plays; then it is noted that I saw all. */
export interface SaveAct {
  /** The answer bears the same. */
  id?: number | string | null;
  act: "save";
  /** With who sat where, the rules of the table, what happened there and my notes: what a table takes back. */
  whole?: boolean;
}

/** The name of a scene of a board: anyone who has not seen it asks for it, once. */
export interface SceneData {
  /** Its id, such as `chart`. */
  id: string;
  /** Names its content: equal digests, equal scenes. */
  digest: string;
}

/** What does the board look like? */
export interface SeatBoard {
  /** Any value of the client's; the answer bears the same. */
  id?: number | string | null;
  act: "board";
  /** The digests of the scenes that I have. */
  known?: string[];
}

/** I take these options one after the other: all of them, or none. */
export interface SeatChoose {
  /** Any value of the client's; the answer bears the same. */
  id?: number | string | null;
  act: "choose";
  /** Each option's key, whole text or index in the decision that is asked then. */
  keys: (number | string)[];
  /** The number of the decision that the first of them answers. */
  decision: number;
  /** Whether a person has typed them: words that mean no other option do then as well. */
  typed?: boolean;
  /** A word of the client's own: the same word again is the same act, and is answered as before. */
  click?: string;
}

/** A seat, as all may see it. */
export interface SeatInfo {
  /** The role. */
  role: string;
  /** Its name for people. */
  title: string;
  /** Its name within a sentence. */
  called: string;
  /** Who takes its decisions. */
  kind: "person" | "bot" | "nobody";
  /** The bot's name, where one does. */
  bot: string;
  /** Its name for people. */
  bot_title: string;
  /** The name that the person goes by. */
  name: string;
  /** Whether a person sits there. */
  taken: boolean;
}

/** I do something about my seat, or about another, outside the game. */
export interface SeatLifeAct {
  /** The answer bears the same. */
  id?: number | string | null;
  act: "seat";
  /** `renew`: a new secret for me, the old one void. `link`: a link that lets one more device of mine in, once. `invite`: a new invitation to a free seat, the old one void. `hand`: my seat, or an absent person's, becomes free, or a bot's. `resign`, `claim`, `abandon`, `delete`: the match. `draw`: offer one, or accept it; `decline`: not this one, or no longer mine. `leave` and `back`: my clock stops, and runs again. `note`: my own notes on the match are from now on these, which I alone read. */
  do: "renew" | "link" | "invite" | "hand" | "resign" | "draw" | "decline" | "claim" | "abandon" | "delete" | "leave" | "back" | "note";
  /** Whose seat, where it is not mine. */
  role?: string;
  /** The bot that takes a seat over; the game's own without a name; none does where this is left out. */
  bot?: string | null;
  /** How long I leave for. */
  days?: number;
  /** My notes. */
  text?: string;
}

/** What may come of this option? */
export interface SeatOdds {
  /** Any value of the client's; the answer bears the same. */
  id?: number | string | null;
  act: "odds";
  /** As for a choice. */
  key: number | string;
  /** The number of the decision. */
  decision: number;
  /** As for a choice. */
  typed?: boolean;
}

/** I hand something to a bot. */
export interface SeatOrder {
  /** Any value of the client's; the answer bears the same. */
  id?: number | string | null;
  act: "order";
  /** The orders, such as `turn`. */
  words: string;
}

/** I take standing orders back. */
export interface SeatRecall {
  /** Any value of the client's; the answer bears the same. */
  id?: number | string | null;
  act: "recall";
  /** Which; all of them without words. */
  words?: string;
}

/** I take my last choice back. */
export interface SeatUndo {
  /** Any value of the client's; the answer bears the same. */
  id?: number | string | null;
  act: "undo";
  /** How many choices I had made (`number` of the snapshot). */
  decision: number;
  /** As for a choice. */
  click?: string;
}

/** Why can I not do this? */
export interface SeatWhyNot {
  /** Any value of the client's; the answer bears the same. */
  id?: number | string | null;
  act: "why_not";
  /** The words of an option; without words: all that is left out, and why. */
  words?: string;
}

/** Who is to sit somewhere. */
export interface SeatWish {
  /** The asker, the person who comes, or a bot. */
  by: "me" | "person" | "bot";
  /** The bot's name; the game's default bot without one. */
  bot?: string;
}

/** The origin of the dice, shown after the end. */
export interface SeedInfo {
  /** The seed. */
  seed: string;
  /** Its salt. */
  salt: string;
}

/** Everything that one seat receives: all it may know of the match at this moment, and nothing else. */
export interface Snapshot {
  /** The version of this message. */
  protocol: number;
  /** The game's id. */
  game: string;
  /** The version of its rules. */
  rules: string;
  /** The scenario's id. */
  scenario: string;
  /** The options the match is played with, by name. */
  options: { [key: string]: unknown };
  /** The roles and their names for people. */
  titles: { [key: string]: string };
  /** Who sits where, by role: `person`, `bot:NAME` or `nobody`. */
  seats: { [key: string]: string };
  /** Whose snapshot it is. */
  role: string;
  /** How many choices the role has made. */
  number: number;
  /** The table as the role sees it. */
  view: View;
  /** The same as a board: its scenes by digest, and what is on them; null in a game without one. */
  board: BoardData | null;
  /** The question to the role, or null. */
  decision: DecisionData | null;
  /** The roles that the match waits for; `chance` where a person rolls or draws. */
  waiting_for: string[];
  /** How many events the role has been told: hand it in as `since` next time. */
  told: number;
  /** The events that the role has heard of since. */
  events: EventData[];
  /** Whether the role may take back its last choice now. */
  may_undo: boolean;
  /** How the match ended, or null. */
  outcome: OutcomeData | null;
}

/** All that a seat is sent after something has changed. */
export interface State {
  type?: "state";
  /** The match's id. */
  match: string;
  /** The game's title. */
  title: string;
  /** How often the match has been carried over to newer rules; the events begin again with each edition. */
  edition: number;
  /** The events are those after so many; 0: all there are. */
  since: number;
  /** The library's snapshot of a match. */
  snapshot: Snapshot;
  /** A picture of each scene, the foremost first; none where the game draws none, or they are not wanted. */
  board: BoardPicture[];
  /** The state of the match, in a few words each: the turn, the score. */
  headline: string[];
  /** Who sits where. */
  seats: SeatInfo[];
  /** This seat's own standing orders in force. */
  orders: string[];
  /** Whether choices may be taken back after new information. */
  undo: "barrier" | "free";
  /** The roll or draw that people have to make now at their real table; null where the table does, and for onlookers. */
  roll: RollInfo | null;
  /** How many rolls and draws since the last choice can be taken back one by one; none for onlookers. */
  rolled: number;
  /** The rules of the table. */
  house: HouseRules;
  /** The role of the person who began the match, if they have a seat. */
  host: string;
  /** The events at the table besides the match. */
  notes: NoteInfo[];
  /** This seat's own notes, which no other player reads. */
  mine: string;
  /** The clocks, as of now; none where no player has one. */
  clocks: ClockInfo[];
  /** From when on the seats of those who are awaited may be freed by others, by role and to the minute. */
  absent: { [key: string]: string };
  /** The consequence where this seat resigns: the match is lost, a bot plays on there for partners, or the match ends without a result. */
  resigning: "loss" | "bot" | "end";
  /** Why nothing can be chosen any more though the rules would continue; nothing as a rule. */
  closed: string;
  /** That a bot has failed; nothing as a rule. The error is in the table's log: it may name hidden things. */
  trouble: string;
  /** The commitment to the seed before the match. */
  commitment: string;
  /** The seed itself, when the match is over. */
  seed: SeedInfo | null;
}

/** One number of a sum. */
export interface SummandData {
  /** Its reason. */
  text: string;
  /** The number. */
  value: number;
  /** The section it follows, or nothing. */
  rule: string;
}

/** I sit down. */
export interface Take {
  /** The secret of the link; without it at a seat that anyone may take. */
  invitation?: string | null;
  /** The name by which I am known. */
  name?: string;
}

/** The table as text, and the whole picture. */
export interface TextBoardAct {
  /** The answer bears the same. */
  id?: number | string | null;
  act: "text_board";
}

/** The last roll or draw was wrong: take it back, and keep everything before it. */
export interface UnrollAct {
  /** The answer bears the same. */
  id?: number | string | null;
  act: "unroll";
  /** The state's `rolled`; checked if given, so that a double tap takes back one. */
  rolled?: number | null;
}

/** Everything one role may know of a match and nothing else. Games add their fields. */
export interface View { [key: string]: unknown }

/** A moment of a match that is over, to be played on from, with the same dice. */
export interface WhatIf {
  /** The match's id. */
  match: string;
  /** After so many choices. */
  choice: number;
}

export interface Messages {
  Act?: Act;
  Hello?: Hello;
  NewMatch?: NewMatch;
  MatchTerms?: MatchTerms;
  Take?: Take;
  State?: State;
}
