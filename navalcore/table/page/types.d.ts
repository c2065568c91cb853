// Made from navalcore/table/_messages.py by tests/typescript/page.mjs.

/**
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Act".
 */
export type Act =
  | ChooseAct
  | UndoAct
  | GiveAct
  | RecallAct
  | WhyNotAct
  | OddsAct
  | AtAct
  | LogAct
  | BoardAct
  | AskAct
  | ReportAct
  | SaveAct;

export interface Messages {
  Hello?: Hello;
  Asked?: Asked;
  NewMatch?: NewMatch;
  MatchTerms?: MatchTerms;
  Take?: Take;
  State?: State;
  Answer?: Answer;
}
/**
 * The first word on a socket: who I am, and what I have heard already.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Hello".
 */
export interface Hello {
  /**
   * What opens my seat; without it I watch.
   */
  secret?: string | null;
  /**
   * How many events I have been told; less than nothing: the last so many.
   */
  since?: number;
  /**
   * Of which edition of the match they were.
   */
  edition?: number | null;
  /**
   * Whether I want to see the board.
   */
  pictures?: boolean;
}
/**
 * An act on a socket.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Asked".
 */
export interface Asked {
  /**
   * The answer bears the same number.
   */
  id: number;
  say: Act;
}
/**
 * I take this option.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "ChooseAct".
 */
export interface ChooseAct {
  act: "choose";
  /**
   * The number of the decision that is answered.
   */
  decision: number;
  /**
   * The option's key, its text, or words that mean no other option.
   */
  key: string;
  /**
   * A word of the page's own; the same word again is the same click.
   */
  click?: string;
}
/**
 * I take my last choice back.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "UndoAct".
 */
export interface UndoAct {
  act: "undo";
  /**
   * How many choices I had made.
   */
  number: number;
  /**
   * As for a choice.
   */
  click?: string;
}
/**
 * I hand something to a bot.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "GiveAct".
 */
export interface GiveAct {
  act: "order";
  /**
   * What, such as ``turn``.
   */
  words: string;
}
/**
 * I take standing orders back.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "RecallAct".
 */
export interface RecallAct {
  act: "recall";
  /**
   * Which; all of them without words.
   */
  words?: string;
}
/**
 * Why can I not do this?
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "WhyNotAct".
 */
export interface WhyNotAct {
  act: "why_not";
  /**
   * What; without it: all that is left out, and why.
   */
  text?: string;
}
/**
 * What may come of this option?
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "OddsAct".
 */
export interface OddsAct {
  act: "odds";
  /**
   * The number of the decision.
   */
  decision: number;
  /**
   * As for a choice.
   */
  key: string;
}
/**
 * How did it stand, as I knew it then?
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "AtAct".
 */
export interface AtAct {
  act: "at";
  /**
   * Before my own choice of this number.
   */
  decision?: number | null;
  /**
   * After so many choices of all together; when the match is over.
   */
  choice?: number | null;
  /**
   * After the event that I was told under this number.
   */
  event?: number | null;
}
/**
 * What was I told after so many events?
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "LogAct".
 */
export interface LogAct {
  act: "log";
  /**
   * After how many.
   */
  since?: number;
}
/**
 * The table as text, and the whole picture.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "BoardAct".
 */
export interface BoardAct {
  act: "board";
}
/**
 * One of the game's own commands.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "AskAct".
 */
export interface AskAct {
  act: "ask";
  /**
   * Which.
   */
  command: string;
  /**
   * What about.
   */
  argument?: string;
}
/**
 * What did luck do in this match? While that is worked out, the answer is how far it is: ask again.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "ReportAct".
 */
export interface ReportAct {
  act: "report";
}
/**
 * The match as a file.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "SaveAct".
 */
export interface SaveAct {
  act: "save";
}
/**
 * A match to be begun.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "NewMatch".
 */
export interface NewMatch {
  /**
   * The scenario's id; the game's first without one.
   */
  scenario?: string | null;
  /**
   * The options by name.
   */
  options?: {
    [k: string]: unknown;
  };
  /**
   * The game's id.
   */
  game: string;
  /**
   * Whether choices may be taken back after new information.
   */
  undo?: "barrier" | "free";
  /**
   * Whether everybody may see it in the lobby, and take a free seat.
   */
  public?: boolean;
  /**
   * What I call myself.
   */
  name?: string;
  /**
   * Who is to sit where, by role.
   */
  seats?: {
    [k: string]: SeatWish;
  };
}
/**
 * Who is to sit somewhere.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "SeatWish".
 */
export interface SeatWish {
  /**
   * Whoever asks, whoever comes, or a bot.
   */
  by: "me" | "person" | "bot";
  /**
   * The bot's name; the game's default bot without one.
   */
  bot?: string;
}
/**
 * What a match is to be played on.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "MatchTerms".
 */
export interface MatchTerms {
  /**
   * The scenario's id; the game's first without one.
   */
  scenario?: string | null;
  /**
   * The options by name.
   */
  options?: {
    [k: string]: unknown;
  };
}
/**
 * I sit down.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Take".
 */
export interface Take {
  /**
   * What was in the link; without it at a seat that anybody may take.
   */
  invitation?: string | null;
  /**
   * What I call myself.
   */
  name?: string;
}
/**
 * All that a seat is sent after something has changed.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "State".
 */
export interface State {
  type?: "state";
  /**
   * The match's id.
   */
  match: string;
  /**
   * The game's title.
   */
  title: string;
  /**
   * How often the match has been carried over to newer rules; the events begin anew with each edition.
   */
  edition: number;
  /**
   * The events are those after so many; 0: all there are.
   */
  since: number;
  snapshot: Snapshot;
  /**
   * Of what this seat knows at this moment; whoever comes back to the moment finds the same.
   */
  digest: string;
  /**
   * The picture; null where the game draws none, or it is not wanted.
   */
  board: BoardPicture | null;
  /**
   * Who sits where.
   */
  seats: SeatInfo[];
  /**
   * What options mean whose text does not say it, such as letters: by the key of the option.
   */
  meanings: {
    [k: string]: string;
  };
  /**
   * This seat's own standing orders in force.
   */
  orders: string[];
  /**
   * What a bot has failed on; nothing as a rule.
   */
  trouble: string;
  /**
   * What was promised of the seed before the match.
   */
  commitment: string;
  /**
   * The seed itself, when the match is over.
   */
  seed: SeedInfo | null;
}
/**
 * What the library sends of a match.
 */
export interface Snapshot {
  /**
   * The version of this message.
   */
  protocol: number;
  /**
   * The game's id.
   */
  game: string;
  /**
   * The version of its rules.
   */
  rules: string;
  /**
   * The scenario's id.
   */
  scenario: string;
  /**
   * The options the match is played with, by name.
   */
  options: {
    [k: string]: unknown;
  };
  /**
   * Whose snapshot it is.
   */
  role: string;
  /**
   * How many choices the role has made.
   */
  number: number;
  view: View;
  /**
   * What the role is asked, or null.
   */
  decision: DecisionData | null;
  /**
   * The roles that the match waits for; ``chance`` where a person rolls or draws.
   */
  waiting_for: string[];
  /**
   * How many events the role has been told: hand it in as ``since`` next time.
   */
  told: number;
  /**
   * What the role was told since.
   */
  events: EventData[];
  /**
   * Whether the role may take back its last choice now.
   */
  may_undo: boolean;
  /**
   * How the match ended, or null.
   */
  outcome: OutcomeData | null;
}
/**
 * What the role sees on the table.
 */
export interface View {}
/**
 * A decision as it is sent to the role that takes it.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "DecisionData".
 */
export interface DecisionData {
  /**
   * The word for what is asked.
   */
  kind: string;
  /**
   * The question.
   */
  prompt: string;
  /**
   * The section that asks.
   */
  rule: string;
  /**
   * Whether others learn neither the question nor the answer.
   */
  secret: boolean;
  /**
   * Sent back with the answer, so that a late or doubled one is refused.
   */
  number: number;
  /**
   * What the prompt says besides the kind, by name.
   */
  fields: {
    [k: string]: unknown;
  };
  /**
   * What of the board it is about, each with its part.
   */
  places: PlaceData[];
  /**
   * Every legal answer.
   */
  options: OptionData[];
}
/**
 * A place or piece of the board that an option, an event or a decision names.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "PlaceData".
 */
export interface PlaceData {
  /**
   * Its id, such as ``zone/6``.
   */
  place: string;
  /**
   * What it is to the act.
   */
  as: "subject" | "from" | "to" | "target" | "at";
}
/**
 * An option as it is sent.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "OptionData".
 */
export interface OptionData {
  /**
   * What to answer with.
   */
  index: number;
  /**
   * The word for what sort of option it is.
   */
  kind: string;
  /**
   * The same for the same action in every match of the game.
   */
  key: string;
  /**
   * What it says, by name.
   */
  fields: {
    [k: string]: unknown;
  };
  /**
   * What people call it.
   */
  text: string;
  /**
   * What of the board it names, each with its part.
   */
  places: PlaceData[];
  /**
   * What may come of it; null where the odds were not asked for.
   */
  chances?: OddsData | null;
}
/**
 * What may come of an option until the next decision, as it is sent to the role that is asked.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "OddsData".
 */
export interface OddsData {
  /**
   * Whether every result of chance was looked at, or some.
   */
  method: "exact" | "sampled";
  /**
   * What may come of it, the likeliest first.
   */
  outcomes: ProspectData[];
  /**
   * What is told whatever comes of it.
   */
  always: string[];
  /**
   * For each kind of event the chance that one is told.
   */
  happens: {
    [k: string]: number;
  };
  /**
   * For each kind of event the mean number of them; under ``kind.field`` the mean of a figure.
   */
  expected: {
    [k: string]: number;
  };
  /**
   * Whether what is hidden had to be imagined.
   */
  imagined: boolean;
  /**
   * How many worlds were imagined.
   */
  worlds: number;
  /**
   * How many courses of chance were looked at.
   */
  courses: number;
  /**
   * Whether nothing comes of it before other roles have chosen too.
   */
  waiting: boolean;
}
/**
 * One thing that may come of an option, as it is sent.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "ProspectData".
 */
export interface ProspectData {
  /**
   * What would be told, without what is told in any case.
   */
  text: string;
  /**
   * The kinds of these events.
   */
  kinds: string[];
  /**
   * Its chance.
   */
  probability: number;
  /**
   * The same exactly, such as ``1/6``; null where it is sampled.
   */
  fraction: string | null;
  /**
   * How far the probability may be off.
   */
  standard_error: number;
  /**
   * How the match ends by it, or null.
   */
  ending: OutcomeData | null;
}
/**
 * How a match ended.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "OutcomeData".
 */
export interface OutcomeData {
  /**
   * The role that won; null: nobody.
   */
  winner: string | null;
  /**
   * A sentence for people.
   */
  reason: string;
  /**
   * The section that ends the match.
   */
  rule: string;
  /**
   * The final figures by name.
   */
  scores: {
    [k: string]: number;
  };
  /**
   * A short stable word for the way it ended.
   */
  ending: string;
}
/**
 * An event as one role was told it.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "EventData".
 */
export interface EventData {
  /**
   * Its number among the events that the role was told; the first is 1.
   */
  n: number;
  /**
   * The word for what happened.
   */
  kind: string;
  /**
   * The section it follows, or nothing.
   */
  rule: string;
  /**
   * The roles that were told; null: everybody.
   */
  to: string[] | null;
  /**
   * The sentence for people.
   */
  text: string;
  /**
   * Whether only somebody who follows every step wants to hear of it.
   */
  detail: boolean;
  /**
   * What of the board it is about, each with its part.
   */
  places: PlaceData[];
  /**
   * The pieces that it moves on the board.
   */
  moves: MoveData[];
  /**
   * What it says, by name.
   */
  fields: {
    [k: string]: unknown;
  };
}
/**
 * A piece that an event moves on the board.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "MoveData".
 */
export interface MoveData {
  /**
   * Its id.
   */
  piece: string;
  /**
   * The id of the place it leaves; empty if it comes from off the board.
   */
  from: string;
  /**
   * The id of the place it reaches; empty if it leaves the board.
   */
  to: string;
  /**
   * How many equal pieces move.
   */
  count: number;
  /**
   * The places it passes in between.
   */
  way: string[];
}
/**
 * The board as a picture, in two layers of one view box.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "BoardPicture".
 */
export interface BoardPicture {
  /**
   * The digest of what does not change, to be fetched once.
   */
  still: string;
  /**
   * What may change, as SVG.
   */
  moving: string;
}
/**
 * A seat, as everybody may see it.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "SeatInfo".
 */
export interface SeatInfo {
  /**
   * The role.
   */
  role: string;
  /**
   * Its name for people.
   */
  title: string;
  /**
   * Its name within a sentence.
   */
  called: string;
  /**
   * Who takes its decisions.
   */
  kind: "person" | "bot" | "nobody";
  /**
   * The bot's name, where one does.
   */
  bot: string;
  /**
   * What the person calls himself.
   */
  name: string;
  /**
   * Whether somebody sits there.
   */
  taken: boolean;
}
/**
 * What the dice came from, shown after the end.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "SeedInfo".
 */
export interface SeedInfo {
  /**
   * The seed.
   */
  seed: string;
  /**
   * Its salt.
   */
  salt: string;
}
/**
 * The answer to an act.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Answer".
 */
export interface Answer {
  type?: "answer";
  /**
   * Of the act that is answered.
   */
  id?: number;
  /**
   * What was refused.
   */
  error?: Error | null;
  /**
   * How it stands: with every refusal of a choice, and where an act came over HTTP.
   */
  state?: State | null;
  /**
   * What was asked for.
   */
  said?: {
    [k: string]: unknown;
  };
}
/**
 * What was refused, and why.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Error".
 */
export interface Error {
  /**
   * A stable word.
   */
  code: string;
  /**
   * A sentence for people.
   */
  sentence: string;
  /**
   * The section of the rules that says so, if one does.
   */
  rule?: string;
}
/**
 * Everything that one seat is sent: all it may know of the match at this moment, and nothing else.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Snapshot".
 */
export interface Snapshot1 {
  /**
   * The version of this message.
   */
  protocol: number;
  /**
   * The game's id.
   */
  game: string;
  /**
   * The version of its rules.
   */
  rules: string;
  /**
   * The scenario's id.
   */
  scenario: string;
  /**
   * The options the match is played with, by name.
   */
  options: {
    [k: string]: unknown;
  };
  /**
   * Whose snapshot it is.
   */
  role: string;
  /**
   * How many choices the role has made.
   */
  number: number;
  view: View;
  /**
   * What the role is asked, or null.
   */
  decision: DecisionData | null;
  /**
   * The roles that the match waits for; ``chance`` where a person rolls or draws.
   */
  waiting_for: string[];
  /**
   * How many events the role has been told: hand it in as ``since`` next time.
   */
  told: number;
  /**
   * What the role was told since.
   */
  events: EventData[];
  /**
   * Whether the role may take back its last choice now.
   */
  may_undo: boolean;
  /**
   * How the match ended, or null.
   */
  outcome: OutcomeData | null;
}
/**
 * Everything one role may know of a match and nothing else. Games add their fields.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "View".
 */
export interface View1 {}
