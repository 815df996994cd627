import type { Message, MessageGiven } from "@lectern/contract";
import type { Actor, Platform } from "../../core/context.ts";

export interface TurnOpening {
  conversationId: string;
  modelId: string;
  /** The stored message that the sent ones follow; null: they begin the conversation; undefined: they are the whole history. */
  parentId: string | null | undefined;
  /** What the client sent, without system messages, oldest first; the last one is the person's. */
  messages: MessageGiven[];
  replyId: string;
  requestId: string;
  modelName: string;
}

export interface OpenedTurn {
  /** The branch that the answer continues, oldest first, ending with the person's message. */
  history: Message[];
  /** System prompt stored with the conversation, if any. */
  prompt: string | null;
}

/**
 * Writes a turn before the model is called, in one transaction: the conversation when it is new, the person's message, and the
 * empty answer with `data.run`; the answer becomes the head. Throws `notFound` when `parentId` names no message of it.
 */
export async function openTurn(_platform: Platform, _actor: Actor, _turn: TurnOpening): Promise<OpenedTurn> {
  throw new Error("openTurn");
}

/** Writes the answer as far as it has come (`data.end` absent) or as it ended. */
export async function saveReply(
  _platform: Platform,
  _userId: string,
  _conversationId: string,
  _reply: Pick<Message, "id" | "content" | "data">,
): Promise<void> {
  throw new Error("saveReply");
}

/** At a start: marks answers whose process died as stopped, keeping what they have. */
export async function sweepReplies(_platform: Platform): Promise<number> {
  throw new Error("sweepReplies");
}

/**
 * Names a cloud conversation that has exactly two messages and no name of its own; gives the name it has afterwards. Two callers
 * at once share one model call. Never throws for a model's failure: then the fallback is taken.
 */
export async function titleStoredConversation(
  _platform: Platform,
  _actor: Actor,
  _conversationId: string,
): Promise<string> {
  throw new Error("titleStoredConversation");
}
