import type { Answer, ChatEvent, JsonObject, MessageInput, StatusEntry } from "@lectern/contract";
import type { ModelImage, ModelPassage } from "../../platform/modelProviders/modelProvider.ts";
import type { ModelInput } from "./estimateUsage.ts";
import type { ModelOutcome, RoundOutput } from "./modelOutcome.ts";
import type { RunTool } from "./tool.ts";

/** A message of the branch that an answer continues. */
export type HistoryMessage = Pick<MessageInput, "role" | "content"> & Partial<Pick<MessageInput, "id" | "data">>;

/** Text that is added to the model's instructions. */
export interface InstructionFragment {
  text: string;
  /**
   * True if the person must not read it. While a run has such a fragment, the arguments and results of its tools are
   * neither shown nor stored, because they could repeat it.
   */
  isSecret: boolean;
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

/** The parts of a model call before they are fitted into the model's context window. */
export interface ContextFrame {
  /** Oldest first; the last one is the question. */
  history: readonly FramedMessage[];
  instructions: string;
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
}

type Emit = (event: ChatEvent) => void;

/** What a module does in one run. Every function is optional. */
export interface RunHooks {
  /** Runs beside the other steps, before the history is known. A rejection fails the answer. */
  prepare?(): Promise<RunContribution | undefined>;
  /** Runs beside the other steps, when the history and the space are known. A rejection fails the answer. */
  attach?(frame: ContextFrame): Promise<RunAttachments | undefined>;
  /** Runs before each call of the model, one step after the other. A rejection fails the answer. */
  beforeModelCall?(round: ModelRound): Promise<void>;
  /** Runs after each call of the model. */
  afterModelCall?(round: ModelRound, outcome: ModelOutcome): void;
  /** Sees each event of the answer, and may emit others after it. */
  onEvent?(event: ChatEvent, emit: Emit): void;
  /** Called when the model has written its last text. */
  onTextEnd?(emit: Emit): void;
  /** Runs when the answer is complete. The end event waits a short time for it. A rejection is logged. */
  finish?(result: RunResult): Promise<void>;
  /** Runs in memory after the end event has been sent. A rejection is logged. */
  afterEnd?(result: RunResult): Promise<void>;
  /** Returns the payload of the step's job; null if there is nothing to do. */
  toJob?(result: RunResult): JsonObject | null;
}
