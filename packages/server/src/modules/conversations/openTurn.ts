import { getBranch, type Message, type MessageData } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { Actor, Platform } from "../../core/context.ts";
import type { Db } from "../../platform/db/database.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { getOwnerId } from "../access/service.ts";
import { assertMessageCount, checkBytesAfterWrite } from "./messages/conversationLimits.ts";
import {
  type ConversationKey,
  listBranch,
  listMessagesById,
  resetAnswer,
  upsertMessages,
} from "./messages/repository.ts";
import { presentMessage, toMessageRow } from "./present.ts";
import { publishRun } from "./publishConversations.ts";
import { insertConversation, lockConversation, updateConversationRow } from "./repository.ts";
import { serializePerUser } from "./serializePerUser.ts";
import { buildConversationRow, buildEmptyAnswer, linkMessages, type NewTurn, type OpenedTurn } from "./turn.ts";

/**
 * Stores a turn in one transaction before the model is called: the conversation if it is new, the sent messages, and an
 * empty answer with `data.run`. The answer becomes the conversation's head.
 *
 * A repeated request reuses the stored turn. Unless this process is writing its answer, `claim` is awaited first, which
 * resolves when this process may answer the request; then the answer is emptied.
 *
 * Throws `invalidInput` if there is no message or an id is used twice, `notFound` if `parentId` is not a message of the
 * conversation, `conflict` if the answer's id belongs to another message or the request has been answered, and the
 * errors of `claim`, of the limits and of `serializePerUser`.
 */
export async function openTurn(
  platform: Platform,
  actor: Actor,
  turn: NewTurn,
  claim: Promise<unknown> = Promise.resolve(),
): Promise<OpenedTurn> {
  const openedTurn = await tryOpenTurn(platform, actor, turn, false);
  if (openedTurn) return openedTurn;
  await claim;
  const claimedTurn = await tryOpenTurn(platform, actor, turn, true);
  if (!claimedTurn) throw new Error("a claimed turn must not wait for its claim");
  return claimedTurn;
}

/**
 * Returns null if `isClaimed` is false although the turn is stored and this process is not writing its answer: only the
 * process with the claim may change such a turn.
 */
async function tryOpenTurn(
  platform: Platform,
  actor: Actor,
  turn: NewTurn,
  isClaimed: boolean,
): Promise<OpenedTurn | null> {
  const processId = platform.processes.id;
  const now = platform.clock.now();
  const { messages: sentMessages, question } = linkMessages(turn, now);
  const key: ConversationKey = { ownerId: getOwnerId(actor), conversationId: turn.conversationId };

  let writtenRevision: number | undefined;
  const storeTurn = async (tx: Db): Promise<OpenedTurn | null> => {
    const conversation = await lockOrInsertConversation(tx, key, turn, now);
    const ids = [...sentMessages.map(({ id }) => id), turn.replyId, ...(turn.parentId ? [turn.parentId] : [])];
    const storedMessages = new Map((await listMessagesById(tx, key, ids)).map((message) => [message.id, message]));
    if (turn.parentId && !storedMessages.has(turn.parentId)) {
      throw new AppError("notFound", { userMessage: "The message before this one no longer exists." });
    }
    const branch = turn.parentId ? await loadBranch(tx, key, turn.parentId, sentMessages) : [];
    const openedTurn: OpenedTurn = {
      history: [...branch, ...sentMessages],
      prompt: conversation.prompt,
      isUntitled: false,
      isNewQuestion: !storedMessages.has(question.id),
    };

    const storedAnswer = storedMessages.get(turn.replyId);
    const isRepeat = storedAnswer !== undefined && getRequestId(storedAnswer.data) === turn.requestId;
    if (storedAnswer && !isRepeat) assertReplaceable(storedAnswer, question);
    const isOpenHere =
      isRepeat && getEnd(storedAnswer.data) === undefined && getProcessId(storedAnswer.data) === processId;
    if (isRepeat && !isOpenHere && !isClaimed) return null;
    if (storedAnswer && isRepeat && getEnd(storedAnswer.data) === "done") {
      throw new AppError("conflict", { userMessage: "This request has already been answered." });
    }

    const revision = conversation.revision + 1;
    writtenRevision = revision;
    const emptyAnswer = buildEmptyAnswer(turn, question, processId);
    // The client may repeat a request with other message ids. The messages that were stored the first time remain.
    if (storedAnswer && isRepeat && storedAnswer.parent_id !== question.id) {
      if (!isOpenHere) {
        await resetAnswer(tx, key, storedAnswer.id, JSON.stringify(emptyAnswer.data), revision);
        await updateConversationRow(tx, key.ownerId, key.conversationId, { updated_at: now });
      }
      return openedTurn;
    }
    const messagesToWrite = storedAnswer ? sentMessages : [...sentMessages, emptyAnswer];
    const newMessages = messagesToWrite.filter(({ id }) => !storedMessages.has(id));
    assertMessageCount(conversation.messageCount + newMessages.length);
    const rows = messagesToWrite.map((message) => toMessageRow(message, now));
    await upsertMessages(tx, key, revision, rows, true);
    const bytes = await checkBytesAfterWrite(tx, key, conversation.bytes, rows);
    if (storedAnswer && !isOpenHere) {
      await resetAnswer(tx, key, storedAnswer.id, JSON.stringify(emptyAnswer.data), revision);
    }
    await updateConversationRow(tx, key.ownerId, key.conversationId, {
      head_id: turn.replyId,
      bytes,
      updated_at: now,
      ...(conversation.model_id === null ? { model_id: turn.modelId } : {}),
      ...(turn.codeInterpreterAssistantId === undefined
        ? {}
        : { code_interpreter_assistant_id: turn.codeInterpreterAssistantId }),
    });
    return openedTurn;
  };
  const openedTurn = await serializePerUser(platform, key.ownerId, sentMessages, () =>
    transaction(platform.db, storeTurn),
  );
  if (openedTurn) publishRun(platform, key, turn.requestId, "started", writtenRevision);
  return openedTurn;
}

async function lockOrInsertConversation(tx: Db, key: ConversationKey, turn: NewTurn, now: Date) {
  const { ownerId, conversationId } = key;
  const existingConversation = await lockConversation(tx, ownerId, conversationId);
  if (existingConversation) return existingConversation;
  // The following write increments the revision from 0.
  const newConversation = await insertConversation(tx, {
    ...buildConversationRow(key.ownerId, turn, now),
    revision: 0,
  });
  if (newConversation) return { ...newConversation, messageCount: 0 };
  const concurrentConversation = await lockConversation(tx, ownerId, conversationId);
  if (!concurrentConversation) throw new AppError("conflict");
  return concurrentConversation;
}

/** Loads the stored branch up to `parentId`, without the messages that are sent again. */
async function loadBranch(
  tx: Db,
  key: ConversationKey,
  parentId: string,
  sentMessages: readonly Message[],
): Promise<Message[]> {
  const rows = await listBranch(tx, key, parentId);
  const sentIds = new Set(sentMessages.map(({ id }) => id));
  return getBranch(rows.map(presentMessage), parentId).filter(({ id }) => !sentIds.has(id));
}

/** Throws `conflict` unless `reply` is an answer to this question: a request must not replace any other message. */
function assertReplaceable(storedAnswer: { role: string; parent_id: string | null }, question: Message): void {
  if (storedAnswer.role !== "assistant" || storedAnswer.parent_id !== question.id) {
    throw new AppError("conflict", { userMessage: "The ID of the answer is already used by another message." });
  }
}

function getRequestId(data: MessageData): string | undefined {
  return data.run?.requestId;
}

function getProcessId({ run }: MessageData): string | undefined {
  return run && "processId" in run && typeof run.processId === "string" ? run.processId : undefined;
}

function getEnd(data: MessageData): string | undefined {
  return data.end?.end;
}
