import {
  appendMessages,
  Conversation,
  clearMessages,
  createConversation,
  createMultipleConversations,
  deleteConversation,
  deleteMultipleConversations,
  listConversations,
  type OpCallInput,
  type OpDefinition,
  type OpOutput,
  openConversation,
  updateConversation,
  updateMultipleConversations,
} from "@lectern/contract";
import * as z from "zod/mini";
import { upsertMessages } from "../entities/conversations/store/messageChanges.ts";
import { summaryOf } from "../entities/conversations/storedSummary.ts";
import { emitBrowserEvent, Failure, stubOp } from "./stubServer.ts";

/** The cloud of a test. */
export interface StubbedCloud {
  /** The stored conversations by id. */
  readonly conversations: ReadonlyMap<string, Conversation>;
  /** Creates or replaces a conversation, as another device would. The page is told if it is open. */
  put(conversation: Conversation): void;
  /** Deletes a conversation, as another device would. The page is not told. */
  remove(id: string): void;
  /** Rejects the calls of an op until the returned function is called. `status: null`: the server cannot be reached. */
  failOp(op: OpDefinition, message: string, options?: ConstructorParameters<typeof Failure>[1]): () => void;
  /** Holds back the answers to an op until `release` is called. `reached` resolves when the first call has arrived. */
  pauseOp(op: OpDefinition): { reached: Promise<void>; release: () => void };
}

type Respond<Op extends OpDefinition> = (input: OpCallInput<Op>) => OpOutput<Op>;

/** Answers as a server that stores conversations, starting with these. An answer to a question is not stored. */
export function stubCloud(...conversations: readonly Conversation[]): StubbedCloud {
  const failures = new Map<OpDefinition, Failure>();
  const pauses = new Map<OpDefinition, { arrive: () => void; released: Promise<void> }>();
  const answer = <Op extends OpDefinition>(op: Op, respond: Respond<Op>) =>
    stubOp(op, async (input) => {
      const pause = pauses.get(op);
      pause?.arrive();
      await pause?.released;
      const failure = failures.get(op);
      if (failure) throw failure;
      return respond(input);
    });
  const rows = new Map<string, Conversation>();
  let timeMs = Date.now();
  const write = (row: Conversation, updatedAt = new Date(++timeMs).toISOString()): Conversation => {
    const writtenRow = { ...row, isLocal: false, revision: row.revision + 1, updatedAt };
    rows.set(row.id, writtenRow);
    return writtenRow;
  };
  const find = (id: string): Conversation => {
    const row = rows.get(id);
    if (!row) throw new Failure("Not found.", { status: 404, code: "notFound" });
    return row;
  };
  for (const conversation of conversations) write(conversation, conversation.updatedAt);

  answer(listConversations, ({ conversationId }) => ({
    conversations: [...rows.values()]
      .filter(({ id }) => conversationId === undefined || id === conversationId)
      .sort((a, b) => b.updatedAt.localeCompare(a.updatedAt))
      .map(summaryOf),
    nextCursor: null,
  }));
  answer(openConversation, ({ conversationId }) => ({ conversation: find(conversationId) }));
  const create = (conversation: OpCallInput<typeof createConversation>["conversation"]) => {
    const now = new Date().toISOString();
    const messages = conversation.messages ?? [];
    const headId = conversation.headId ?? messages.at(-1)?.id ?? null;
    const fields = { createdAt: now, updatedAt: now, isLocal: false, ...conversation, messages, headId };
    const row = z.parse(Conversation, JSON.parse(JSON.stringify(fields)));
    return summaryOf(write(row, row.updatedAt));
  };
  answer(createConversation, ({ conversation }) => {
    if (rows.has(conversation.id)) throw new Failure("It exists.", { status: 409, code: "conflict" });
    return { conversation: create(conversation) };
  });
  answer(createMultipleConversations, ({ conversations: newConversations }) => {
    const existing = newConversations.filter(({ id }) => rows.has(id));
    return {
      created: newConversations.filter(({ id }) => !rows.has(id)).map(create),
      rejected: existing.map(({ id }) => ({ id, code: "conflict" as const, message: "It exists." })),
    };
  });
  answer(updateConversation, ({ conversationId, changes }) => {
    const row = find(conversationId);
    // New marks are no new content.
    const hasContent = Object.keys(changes).some((field) => field !== "isPinned" && field !== "isArchived");
    const writtenRow = write({ ...row, ...withoutAbsent(changes) }, hasContent ? undefined : row.updatedAt);
    return { conversation: summaryOf(writtenRow), revision: writtenRow.revision };
  });
  answer(updateMultipleConversations, ({ conversationIds, folderId, addTags = [], removeTags = [] }) => {
    const updated = conversationIds.filter((id) => rows.has(id));
    for (const row of updated.map(find)) {
      const tags = [...new Set([...row.tags.filter((tag) => !removeTags.includes(tag)), ...addTags])];
      write({ ...row, tags, folderId: folderId === undefined ? row.folderId : folderId }, row.updatedAt);
    }
    return { updated };
  });
  answer(appendMessages, ({ conversationId, messages, headId }) => {
    const row = find(conversationId);
    const next = upsertMessages(row.messages, z.parse(appendMessages.input, { conversationId, messages }).messages);
    const { revision, updatedAt } = write({ ...row, messages: next, headId: headId ?? next.at(-1)?.id ?? null });
    return { revision, updatedAt };
  });
  answer(clearMessages, ({ conversationId }) => ({
    revision: write({ ...find(conversationId), messages: [], headId: null }).revision,
  }));
  answer(deleteConversation, ({ conversationId }) => {
    rows.delete(find(conversationId).id);
    return {};
  });
  answer(deleteMultipleConversations, ({ conversationIds }) => ({
    deleted: conversationIds.filter((id) => rows.delete(id)),
  }));

  return {
    conversations: rows,
    put(conversation) {
      const { id, revision } = write({ ...conversation, revision: rows.get(conversation.id)?.revision ?? 0 });
      emitBrowserEvent({ type: "conversation", id, change: "saved", revision });
    },
    remove(id) {
      rows.delete(id);
    },
    failOp(op, message, options) {
      failures.set(op, new Failure(message, options));
      return () => void failures.delete(op);
    },
    pauseOp(op) {
      const arrival = Promise.withResolvers<void>();
      const releaseSignal = Promise.withResolvers<void>();
      pauses.set(op, { arrive: arrival.resolve, released: releaseSignal.promise });
      const release = () => {
        pauses.delete(op);
        releaseSignal.resolve();
      };
      return { reached: arrival.promise, release };
    },
  };
}

/** The changes without the fields that are absent, which stay unchanged. */
const withoutAbsent = <Fields extends object>(changes: Fields): { [Name in keyof Fields]: NonNullable<Fields[Name]> } =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as never;
