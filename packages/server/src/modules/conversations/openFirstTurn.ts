import { defaultConversationName } from "@lectern/contract";
import type { RawBuilder } from "kysely";
import { AppError } from "../../core/appError.ts";
import type { Actor, Platform } from "../../core/context.ts";
import { getOwnerId } from "../access/service.ts";
import { checkInitialBytes } from "./messages/conversationLimits.ts";
import { toMessageRow } from "./present.ts";
import { publishRun } from "./publishConversations.ts";
import { insertConversationIf } from "./repository.ts";
import { isLargeWrite } from "./serializePerUser.ts";
import { buildConversationRow, buildEmptyAnswer, linkMessages, type NewTurn, type OpenedTurn } from "./turn.ts";

/** A statement of several megabytes would block the event loop while the driver writes it. `openTurn` uses several. */
const maxBytesPerStatement = 1_000_000;

/** A turn that can be stored together with a claim, because its conversation probably does not exist yet. */
export interface FirstTurn {
  /**
   * Executes `claim`, an insert that returns a row if it succeeds. If it does and the conversation does not exist yet,
   * the same statement inserts the conversation, the messages and an empty answer. Returns true if the claim succeeded.
   */
  insertWith(claim: RawBuilder<unknown>): Promise<boolean>;
  /** Returns the turn once it has been inserted; until then, null. */
  getOpened(): OpenedTurn | null;
}

/**
 * Prepares the first turn of a conversation. Returns null if the turn continues one, is so large that such writes are
 * serialized, or is invalid; then `openTurn` stores it or throws the error.
 */
export function prepareFirstTurn(platform: Platform, actor: Actor, turn: NewTurn): FirstTurn | null {
  if (turn.parentId || isLargeWrite(turn.messages)) return null;
  const rows = tryBuildRows(platform, actor, turn, platform.clock.now());
  if (!rows || rows.conversation.bytes > maxBytesPerStatement) return null;
  let openedTurn: OpenedTurn | null = null;
  return {
    async insertWith(claim) {
      const { isMet, isInserted } = await insertConversationIf(platform.db, claim, rows.conversation, rows.messages);
      if (!isInserted) return isMet;
      const { name, prompt, revision } = rows.conversation;
      openedTurn = { history: rows.history, prompt, isUntitled: name === defaultConversationName, isNewQuestion: true };
      const key = { ownerId: getOwnerId(actor), conversationId: turn.conversationId };
      publishRun(platform, key, turn.requestId, "started", revision);
      return isMet;
    },
    getOpened: () => openedTurn,
  };
}

function tryBuildRows(platform: Platform, actor: Actor, turn: NewTurn, now: Date) {
  try {
    const { messages: history, question } = linkMessages(turn, now);
    const answer = buildEmptyAnswer(turn, question, platform.processes.id);
    const messages = [...history, answer].map((message) => toMessageRow(message, now));
    const bytes = checkInitialBytes(messages);
    const conversation = {
      ...buildConversationRow(getOwnerId(actor), turn, now),
      head_id: turn.replyId,
      bytes,
      revision: 1,
    };
    return { history, messages, conversation };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
