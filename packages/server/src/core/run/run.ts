import type { Answer, ChatEvent, FoundSummary, JsonObject, MessageInput, StatusEntry } from "@lectern/contract";
import type { ModelImage, ModelPassage } from "../../platform/modelProviders/modelProvider.ts";
import type { VerbatimParts } from "./chatTurn.ts";
import type { ModelInput } from "./estimateUsage.ts";
import type { ModelOutcome, RoundOutput } from "./modelOutcome.ts";
import type { RunTool } from "./tool.ts";

/** A message of the branch that an answer continues. */
export type HistoryMessage = Pick<MessageInput, "role" | "content"> &
  Partial<Pick<MessageInput, "id" | "data" | "topicData">> &
  VerbatimParts;

/**
 * Returns the history up to its last question, as people read it: without the calls of functions and their results, which
 * a verbatim turn can have, also after the question.
 */
export function toQuestionHistory<Message extends HistoryMessage>(history: readonly Message[]): readonly Message[] {
  const isQuestion = ({ role, resultOf }: HistoryMessage) => role !== "assistant" && role !== "system" && !resultOf;
  const end = history.findLastIndex(isQuestion) + 1;
  return (end === 0 ? history : history.slice(0, end)).filter(({ resultOf }) => !resultOf);
}

/** Text that is added to the model's instructions. */
export interface InstructionFragment {
  text: string;
  /**
   * True if the person must not read it. While a run has such a fragment, the arguments and results of its tools are
   * neither shown nor stored, because they could repeat it.
   */
  isSecret: boolean;
  /** What people call it, if it is not simply an instruction. */
  part?: "memory";
}

/** A message of the history as the model gets it. */
export interface FramedMessage extends HistoryMessage {
  /** What the model reads in place of the content; absent: the content. */
  modelContent?: string;
}

/** What a step adds before the space for documents is known. */
export interface RunContribution {
  instructions?: readonly InstructionFragment[];
  /** Merged into the answer's state by its first event. */
  state?: JsonObject;
  /** Returns the text of a message of the history as the model reads it. */
  formatMessage?(message: HistoryMessage): string;
  tools?: readonly RunTool[];
  /** Lines about the progress of the answer; the first events. */
  notices?: readonly StatusEntry[];
}

/** Which messages of a branch the model gets, before they are fitted into its context window. */
export interface MessageSelection {
  /** The messages to send, in their order; the last one is the question. */
  sent: readonly HistoryMessage[];
  /** The others. Their documents can still be searched. */
  leftOut: readonly HistoryMessage[];
}

/** The parts of a model call before they are fitted into the model's context window. */
export interface ContextFrame {
  /** Oldest first; the last one is the question, except in a verbatim turn (see `toQuestionHistory`). */
  history: readonly FramedMessage[];
  /** Earlier messages of the branch that a step has left out. */
  leftOut: readonly HistoryMessage[];
  /** All messages of the branch, oldest first. */
  branch: readonly HistoryMessage[];
  /** True if all messages must be sent; see `ChatTurn`. */
  isVerbatim: boolean;
  instructions: string;
  /** The part of the instructions that is memory. */
  memoryText: string;
  /** The newest summary of the history that applies; null: there is none, or it must not be used. */
  summary: FoundSummary | null;
  /** True if the person has turned off the summary that is shown for this branch, whichever messages are sent. */
  isSummaryOff: boolean;
  /** What is always sent: the instructions, tools and response format, and what an answer that continues has so far. */
  fixedText: string;
  /** True if the answer continues a part that counts as fixed text. */
  isContinued: boolean;
  /** Limit of the answer in tokens: the requested or the default one, at most the model's own. */
  requestedTokens: number;
  /**
   * The tokens of the context window that are reserved for the answer. At most half of the window, because some models
   * allow an answer as long as their window.
   */
  reservedTokens: number;
  /** Limit of the input, in tokens. */
  budget: number;
  /** True if the model may call tools of the server in this run. */
  allowsTools: boolean;
}

/** What a step adds to the messages once the space for it is known. */
export interface RunAttachments {
  /** Text that precedes the question. */
  block: string;
  /** Tokens of the block and the tools, and the space for results of tools. */
  tokens: number;
  /** The part of `tokens` that is set aside for results of tools. */
  toolSpace: number;
  /** Images by the id of the message that contains them. */
  images: ReadonlyMap<string, readonly ModelImage[]>;
  /** The passages of the block, for the built-in guide. */
  passages: readonly ModelPassage[];
  /** The first events of the answer: statuses and state. */
  events: readonly ChatEvent[];
  /** Files of other owners, to which the right may end during the answer. */
  foreignFileIds: readonly string[];
  tools: readonly RunTool[];
}

/** How the parts of a question fill the context window, in estimated tokens. */
export interface SentContext {
  instructions: number;
  memory: number;
  tools: number;
  /** The space that is set aside for results of tools, which the first call does not have. */
  toolSpace: number;
  /** Documents and images. */
  documents: number;
  /** The text of the summary that applies; 0: there is none. */
  summaryTokens: number;
  summary: FoundSummary | null;
  /** True if the person has turned off the summary of this branch. */
  isSummaryOff: boolean;
  /** True if the summary was sent in place of its messages. */
  isSummarySent: boolean;
  /** The whole history, oldest first, with the tokens of each text; 0 for one that is never sent. */
  messages: readonly (Pick<HistoryMessage, "id" | "role"> & { tokens: number })[];
  /** The index in it of the first message that was sent. */
  firstIndex: number;
  /** The tokens that the messages and the summary can have together. */
  room: number;
}

/** One call of the model within a run. */
export interface ModelRound {
  /** Counted from 0. */
  index: number;
  input: ModelInput;
  /** Limit of the output, in tokens. */
  maxTokens: number;
  /** Returns what the model has written in this round so far. */
  getOutput(): RoundOutput;
}

/** An answer that has ended. */
export interface RunResult {
  answer: Answer;
  outcome: ModelOutcome;
  /** True if the server stops, so that the answer is stored as interrupted. */
  wasInterrupted: boolean;
  /** The branch that the answer continues; null if the run failed before it was known. */
  history: readonly HistoryMessage[] | null;
  /** True if the turn has created its conversation with the default name. */
  isUntitled: boolean;
  /** True if the turn has stored the question in the cloud; false if it was stored before. */
  isNewQuestion: boolean;
}

type Emit = (event: ChatEvent) => void;

/** What a module does in one run. Every function is optional. */
export interface RunHooks {
  /** Runs beside the other steps, before the history is known. A rejection fails the answer. */
  prepare?(): Promise<RunContribution | undefined>;
  /**
   * Chooses the messages of the branch that are sent, once the branch is known; undefined: all of them. The steps choose one
   * after the other. `isContinued`: an earlier run has begun the answer. A rejection fails the answer.
   */
  selectMessages?(
    history: readonly HistoryMessage[],
    isContinued: boolean,
  ): Promise<(MessageSelection & { state?: JsonObject }) | undefined>;
  /** Runs beside the other steps, when the history and the space are known. A rejection fails the answer. */
  attach?(frame: ContextFrame): Promise<RunAttachments | undefined>;
  /** Called when the messages have been fitted into the window, before the first call of the model. */
  onContext?(context: SentContext): void;
  /** Runs before each call of the model, one step after the other. A rejection fails the answer. */
  beforeModelCall?(round: ModelRound): Promise<void>;
  /** Runs after each call of the model. */
  afterModelCall?(round: ModelRound, outcome: ModelOutcome): void;
  /** Sees each event of the answer, and may emit others after it. */
  onEvent?(event: ChatEvent, emit: Emit): void;
  /** Called when the model has written its last text. */
  onTextEnd?(emit: Emit): void;
  /**
   * Runs when the model has answered, before the answer is stored and ends. What it emits belongs to the answer. A
   * rejection is logged.
   */
  extendAnswer?(outcome: ModelOutcome, emit: Emit): Promise<void>;
  /** Runs when the answer is complete. The end event waits a short time for it. A rejection is logged. */
  finish?(result: RunResult): Promise<void>;
  /** Runs in memory after the end event has been sent. A rejection is logged. */
  afterEnd?(result: RunResult): Promise<void>;
  /** Returns the payload of the step's job; null if there is nothing to do. */
  toJob?(result: RunResult): JsonObject | null;
}
