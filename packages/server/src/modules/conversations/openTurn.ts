import {
  defaultConversationName,
  type Message,
  type MessageData,
  type MessageInput,
  getBranch,
} from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { Actor, Platform } from "../../core/context.ts";
import type { Db } from "../../platform/db/database.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { assertMessageCount, checkBytesAfterWrite, checkBytesOfNew } from "./messages/conversationLimits.ts";
import { serializePerUser } from "./serializePerUser.ts";
import { listMessagesById, listBranch, type Place, resetReply, upsertMessages } from "./messages/repository.ts";
import { presentMessage, toMessageRow } from "./present.ts";
import { updateConversationRow, insertConversation, lockConversation } from "./repository.ts";

export interface NewTurn {
  conversationId: string;
  modelId: string;
  /** The stored message that the sent ones follow; null: they begin the conversation; undefined: they are the whole history. */
  parentId: string | null | undefined;
  /** What the client sent, without system messages, oldest first; the last one is the person's. */
  messages: MessageInput[];
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
 * Writes a turn before the model is called, in one transaction: the conversation when it is new, the sent messages, and the empty
 * answer with `data.run`; the answer becomes the head. The same request again finds what it wrote. `claim`: resolves when this process
 * may answer the request, and is only waited for where the same request was written before, here or by another process. Throws what
 * it rejects with, `notFound` when `parentId` names no message of the conversation, `conflict` when the answer's id is taken or the
 * request has been answered.
 */
export async function openTurn(
  platform: Platform,
  actor: Actor,
  turn: NewTurn,
  claim: Promise<unknown> = Promise.resolve(),
): Promise<OpenedTurn> {
  const opened = await tryOpenTurn(platform, actor, turn, false);
  if (opened) return opened;
  await claim;
  const claimed = await tryOpenTurn(platform, actor, turn, true);
  if (!claimed) throw new Error("a claimed turn waits for nothing");
  return claimed;
}

/** Null: the same request was written before, which only who has the claim to it may touch. */
async function tryOpenTurn(
  platform: Platform,
  actor: Actor,
  turn: NewTurn,
  isClaimed: boolean,
): Promise<OpenedTurn | null> {
  const processId = platform.processes.id;
  const now = platform.clock.now();
  const sent = chain(turn, now);
  const asked = sent.at(-1);
  if (!asked) throw new AppError("invalidInput", { issues: [{ path: "messages", message: "is empty" }] });
  const place: Place = { ownerId: actor.userId, conversationId: turn.conversationId };

  const open = async (tx: Db): Promise<OpenedTurn | null> => {
    if (
      !turn.parentId &&
      (await insertFirstTurn(tx, place, turn, [...sent, buildEmptyReply(turn, asked, processId)], now))
    ) {
      return { history: sent, prompt: null };
    }
    const conversation = await lockOrInsert(tx, place, turn.modelId, now);
    const ids = [...sent.map(({ id }) => id), turn.replyId, ...(turn.parentId ? [turn.parentId] : [])];
    const known = new Map((await listMessagesById(tx, place, ids)).map((message) => [message.id, message]));
    if (turn.parentId && !known.has(turn.parentId)) {
      throw new AppError("notFound", { userMessage: "The message that this one follows is no longer there." });
    }
    const branch = turn.parentId ? await loadBranch(tx, place, turn.parentId, sent) : [];
    const opened: OpenedTurn = { history: [...branch, ...sent], prompt: conversation.prompt };

    const reply = known.get(turn.replyId);
    const isRepeat = reply !== undefined && runOf(reply.data) === turn.requestId;
    if (reply && !isRepeat) assertReplaceable(reply, asked);
    const isOpenHere = isRepeat && endOf(reply.data) === undefined && processOf(reply.data) === processId;
    if (isRepeat && !isOpenHere && !isClaimed) return null;
    if (reply && isRepeat && endOf(reply.data) === "done") {
      throw new AppError("conflict", { userMessage: "This request has been answered already." });
    }

    const revision = conversation.revision + 1;
    const answer = buildEmptyReply(turn, asked, processId);
    // A client that gives its messages no ids sends other ones the second time; what the first time wrote stands.
    if (reply && isRepeat && reply.parent_id !== asked.id) {
      if (!isOpenHere) {
        await resetReply(tx, place, reply.id, JSON.stringify(answer.data), revision);
        await updateConversationRow(tx, place.ownerId, place.conversationId, { updated_at: now });
      }
      return opened;
    }
    const written = reply ? sent : [...sent, answer];
    const added = written.filter(({ id }) => !known.has(id));
    assertMessageCount(conversation.messageCount + added.length);
    const rows = written.map((message) => toMessageRow(message, now));
    await upsertMessages(tx, place, revision, rows, true);
    const bytes = await checkBytesAfterWrite(tx, place, conversation.bytes, rows);
    if (reply && !isOpenHere) {
      await resetReply(tx, place, reply.id, JSON.stringify(answer.data), revision);
    }
    await updateConversationRow(tx, place.ownerId, place.conversationId, {
      head_id: turn.replyId,
      bytes,
      updated_at: now,
      ...(conversation.model_id === null ? { model_id: turn.modelId } : {}),
    });
    return opened;
  };
  return serializePerUser(platform, actor.userId, sent, () => transaction(platform.db, open));
}

/** Ties each sent message to the one before it. Throws `invalidInput` where an id would stand for two messages. */
function chain(turn: NewTurn, now: Date): Message[] {
  const taken = new Set([turn.replyId, ...(turn.parentId ? [turn.parentId] : [])]);
  let previous = turn.parentId ?? null;
  return turn.messages.map(({ data = {}, ...message }, index) => {
    if (taken.has(message.id)) {
      throw new AppError("invalidInput", { issues: [{ path: `messages.${index}.id`, message: "occurs twice" }] });
    }
    taken.add(message.id);
    const linked = { ...message, data, parentId: previous, createdAt: now.toISOString() };
    previous = message.id;
    return linked;
  });
}

function buildEmptyReply({ replyId, requestId, modelName }: NewTurn, asked: Message, processId: string): Message {
  // The process is our own note, for the day that it dies: the contract knows nothing of it, so it is shown to nobody.
  const run = { requestId, processId };
  return { id: replyId, parentId: asked.id, role: "assistant", content: "", data: { run, modelName } };
}

/** The usual first turn, in two statements: a conversation with these messages, the last one its head. False when it exists. */
async function insertFirstTurn(
  tx: Db,
  place: Place,
  turn: NewTurn,
  messages: readonly Message[],
  now: Date,
): Promise<boolean> {
  const rows = messages.map((message) => toMessageRow(message, now));
  const bytes = checkBytesOfNew(rows);
  const row = { ...newConversation(place, turn.modelId, now), head_id: turn.replyId, bytes, revision: 1 };
  if (!(await insertConversation(tx, row))) return false;
  await upsertMessages(tx, place, row.revision, rows, true);
  return true;
}

function newConversation({ ownerId, conversationId }: Place, modelId: string, now: Date) {
  return {
    owner_id: ownerId,
    id: conversationId,
    name: defaultConversationName,
    model_id: modelId,
    tags: "[]",
    extra: "{}",
    created_at: now,
    updated_at: now,
  };
}

async function lockOrInsert(tx: Db, place: Place, modelId: string, now: Date) {
  const { ownerId, conversationId } = place;
  const known = await lockConversation(tx, ownerId, conversationId);
  if (known) return known;
  // Revision 0: the write that follows counts it up.
  const created = await insertConversation(tx, { ...newConversation(place, modelId, now), revision: 0 });
  if (created) return { ...created, messageCount: 0 };
  const other = await lockConversation(tx, ownerId, conversationId);
  if (!other) throw new AppError("conflict");
  return other;
}

/** The stored branch up to `parentId`, without what is sent anew. */
async function loadBranch(tx: Db, place: Place, parentId: string, sent: readonly Message[]): Promise<Message[]> {
  const rows = await listBranch(tx, place, parentId);
  const sentIds = new Set(sent.map(({ id }) => id));
  return getBranch(rows.map(presentMessage), parentId).filter(({ id }) => !sentIds.has(id));
}

/** Only an answer to the same message may be written anew by another request. */
function assertReplaceable(reply: { role: string; parent_id: string | null }, asked: Message): void {
  if (reply.role !== "assistant" || reply.parent_id !== asked.id) {
    throw new AppError("conflict", { userMessage: "The id of the answer is that of another message." });
  }
}

function runOf(data: MessageData): string | undefined {
  return data.run?.requestId;
}

function processOf({ run }: MessageData): string | undefined {
  return run && "processId" in run && typeof run.processId === "string" ? run.processId : undefined;
}

function endOf(data: MessageData): string | undefined {
  return data.end?.end;
}
