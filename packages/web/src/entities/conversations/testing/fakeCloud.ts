import {
  type ArtifactOperation,
  addArtifactVersions,
  appendMessages,
  applyArtifactOperation,
  type Conversation,
  type ConversationArtifact,
  Conversation as ConversationSchema,
  type ConversationSummary,
  clearMessages,
  createConversation,
  createMultipleConversations,
  deleteArtifactVersion,
  deleteConversation,
  deleteMessage,
  deleteMultipleConversations,
  editArtifactVersion,
  getNextVersion,
  listConversations,
  listSubtreeIds,
  listUsedNumbers,
  type Message,
  type NewConversation,
  openConversation,
  parseConversationArtifacts,
  removeMessageFromTree,
  searchMessages,
  summarizeMessages,
  titleConversation,
  updateConversation,
  updateMultipleConversations,
  withoutSummaries,
} from "@lectern/contract";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { vi } from "vitest";
import * as z from "zod/mini";
import { decodeBase64, encodeBase64 } from "../../../lib/base64.ts";
import { upsertMessages } from "../store/messageChanges.ts";
import { summaryOf } from "../storedSummary.ts";

/**
 * How a call fails: the server is unreachable; it rejects the call, now or because it is not valid; the call exceeds a
 * rate limit; or the call succeeds and its response is lost.
 */
export type Failure = "unreachable" | "refused" | "invalid" | "tooMany" | "replyLost";

type Input = Record<string, unknown>;
type Handler = (input: Input) => Record<string, unknown>;

class Refusal extends Error {
  readonly code: string;
  readonly status: number;
  constructor(status: number, code: string) {
    // Not translated: test data.
    super(`The server said ${code}.`);
    this.status = status;
    this.code = code;
  }
}

const Request = z.object({
  data: z.object({
    path: z.string(),
    data: z.optional(z.string()),
    queryParams: z.optional(z.record(z.string(), z.string())),
  }),
});

const minuteMs = 60_000;
const pathsWithoutData = new Set<string>([deleteConversation.path, deleteMultipleConversations.path]);

/** Replaces `fetch` with a fake server that stores one person's cloud conversations. */
export function startFakeCloud() {
  const rows = new Map<string, Conversation>();
  const calls: { path: string; input: Input }[] = [];
  const failures: { path: string; failure: Failure }[] = [];
  const delays: { path: string; until: Promise<void> }[] = [];
  let timeMs = Date.parse("2026-11-20T10:00:00.000Z");
  const now = () => {
    timeMs += minuteMs;
    return new Date(timeMs).toISOString();
  };

  const find = (input: Input): Conversation => {
    const row = rows.get(String(input.conversationId));
    if (!row) throw new Refusal(404, "notFound");
    return row;
  };
  const write = (row: Conversation): Conversation => {
    const writtenRow = { ...row, revision: row.revision + 1, updatedAt: now() };
    rows.set(row.id, writtenRow);
    return writtenRow;
  };
  const insert = (fields: Record<string, unknown>): Conversation => {
    const row = z.parse(ConversationSchema, { createdAt: now(), updatedAt: now(), ...fields, isLocal: false });
    rows.set(row.id, row);
    return row;
  };
  const create = (changed: NewConversation): ConversationSummary => {
    if (rows.has(changed.id)) throw new Refusal(409, "conflict");
    const headId = changed.headId ?? changed.messages.at(-1)?.id ?? null;
    const given = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));
    return summaryOf(insert({ ...given, headId, revision: 1 }));
  };
  const changeArtifacts = (input: Input, operation: ArtifactOperation) => {
    const { artifacts: _, ...row } = find(input);
    const artifacts = applyArtifactOperation(find(input).artifacts, operation);
    write(artifacts ? { ...row, artifacts } : row);
  };
  const handlers: Record<string, Handler> = {
    [listConversations.path]: ({ cursor, conversationId }) => {
      const positionOf = ({ updatedAt, id }: Pick<Conversation, "updatedAt" | "id">) => `${updatedAt} ${id}`;
      const rest = [...rows.values()]
        .filter((row) => row.id === (conversationId ?? row.id) && (!cursor || positionOf(row) < String(cursor)))
        .sort((a, b) => positionOf(b).localeCompare(positionOf(a)))
        .map(summaryOf);
      const page = rest.slice(0, 2);
      const last = page.at(-1);
      return { conversations: page, nextCursor: last && rest.length > 2 ? positionOf(last) : null };
    },
    [openConversation.path]: (input) => ({ conversation: find(input) }),
    [createConversation.path]: (input) => ({
      conversation: create(z.parse(createConversation.input, input).conversation),
    }),
    [createMultipleConversations.path]: (input) => {
      const { conversations } = z.parse(createMultipleConversations.input, input);
      const newConversations = conversations.filter(({ id }) => !rows.has(id));
      const rejected = conversations.filter((each) => !newConversations.includes(each));
      return {
        created: newConversations.map(create),
        rejected: rejected.map(({ id }) => ({ id, code: "conflict", message: "It exists." })),
      };
    },
    [appendMessages.path]: (input) => {
      const { messages, headId, relink = false } = z.parse(appendMessages.input, input);
      const row = find(input);
      const parents = new Map(row.messages.map((each) => [each.id, each.parentId]));
      const sentMessages = messages.map((each) =>
        relink ? each : { ...each, parentId: parents.get(each.id) ?? each.parentId },
      );
      const next = upsertMessages(row.messages, sentMessages);
      const ids = new Set(next.map(({ id }) => id));
      if (next.some(({ parentId }) => parentId !== null && !ids.has(parentId))) throw new Refusal(400, "invalidInput");
      const added = messages.findLast(({ id }) => !parents.has(id))?.id;
      return { ...write({ ...row, messages: next, headId: headId === undefined ? (added ?? row.headId) : headId }) };
    },
    [updateConversation.path]: (input) => {
      const { changes } = z.parse(updateConversation.input, input);
      const row = find(input);
      const changed = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
      const writtenRow = write({ ...row, ...changed });
      return { conversation: summaryOf(writtenRow), revision: writtenRow.revision };
    },
    [addArtifactVersions.path]: (input) => {
      const { versions, restore } = z.parse(addArtifactVersions.input, input);
      const before = parseConversationArtifacts(find(input).artifacts);
      const isUsed = (version: ConversationArtifact) =>
        before.some((other) => other.artifactId === version.artifactId && other.version === version.version);
      const isDeleted = ({ artifactId, version }: ConversationArtifact) =>
        !restore && version < getNextVersion(artifactId, listUsedNumbers(find(input).artifacts));
      const skipped = versions.filter((version) => isUsed(version) || isDeleted(version));
      for (const version of versions.filter((each) => !skipped.includes(each)))
        changeArtifacts(input, { kind: "restore", version });
      return { skipped: skipped.map(({ artifactId, version }) => ({ artifactId, version })) };
    },
    [editArtifactVersion.path]: (input) => {
      const { artifactId, version, contents, baseHash } = z.parse(editArtifactVersion.input, input);
      const versions = parseConversationArtifacts(find(input).artifacts);
      const edited = versions.find((each) => each.artifactId === artifactId && each.version === version);
      if (!edited) throw new Refusal(404, "notFound");
      const hash = bytesToHex(sha256(utf8ToBytes(edited.contents)));
      if (baseHash !== undefined && baseHash !== hash) throw new Refusal(409, "conflict");
      changeArtifacts(input, { kind: "overwrite", version: { ...edited, contents }, base: edited.contents });
      return {};
    },
    [deleteArtifactVersion.path]: (input) => {
      const { artifactId, version } = z.parse(deleteArtifactVersion.input, input);
      changeArtifacts(input, { kind: "delete", artifactId, version });
      return {};
    },
    [deleteMessage.path]: (input) => {
      const row = find(input);
      const messageId = String(input.messageId);
      const dropped = withoutSummaries(
        row.messages.filter(({ id }) => listSubtreeIds(row.messages, messageId).has(id)),
      );
      const tree = { ...row, messages: upsertMessages(row.messages, dropped) };
      const { messages, headId } = removeMessageFromTree(tree, messageId);
      return { ...write({ ...row, messages: [...messages], headId }) };
    },
    [updateMultipleConversations.path]: (input) => {
      const {
        conversationIds,
        folderId,
        addTags = [],
        removeTags = [],
      } = z.parse(updateMultipleConversations.input, input);
      const updated = conversationIds.filter((id) => rows.has(id));
      for (const id of updated) {
        const row = find({ conversationId: id });
        const tags = [...new Set([...row.tags.filter((tag) => !removeTags.includes(tag)), ...addTags])];
        rows.set(id, { ...row, tags, folderId: folderId === undefined ? row.folderId : folderId });
      }
      return { updated };
    },
    [deleteMultipleConversations.path]: (input) => {
      const { conversationIds } = z.parse(deleteMultipleConversations.input, input);
      return { deleted: conversationIds.filter((id) => rows.delete(id)) };
    },
    [searchMessages.path]: (input) => {
      const { query, cursor } = z.parse(searchMessages.input, input);
      const hits = [...rows.values()].flatMap(({ id, messages }) => {
        const match = messages.findLast(({ content }) => content.includes(query));
        const { id: messageId = "", role, content: passage = "" } = match ?? {};
        return match ? [{ conversationId: id, messageId, role, passage, marks: [] }] : [];
      });
      const from = Number(cursor ?? 0);
      return { hits: hits.slice(from, from + 2), nextCursor: from + 2 < hits.length ? String(from + 2) : null };
    },
    [clearMessages.path]: (input) => {
      const row = find(input);
      if (input.revision !== undefined && input.revision !== row.revision) throw new Refusal(409, "conflict");
      assertNoOpenAnswer(row);
      const { artifacts: _, ...rest } = row;
      return { revision: write({ ...rest, messages: [], headId: null }).revision };
    },
    [summarizeMessages.path]: (input) => {
      const { messages } = z.parse(summarizeMessages.input, input);
      return { text: `Up to: ${messages.at(-1)?.content ?? ""}`, count: messages.length };
    },
    [titleConversation.path]: (input) => {
      if (input.messages === undefined) write({ ...find(input), name: "A title" });
      return { name: "A title" };
    },
    [deleteConversation.path]: (input) => {
      const row = find(input);
      if (input.revision !== undefined) {
        if (input.revision !== row.revision) throw new Refusal(409, "conflict");
        assertNoOpenAnswer(row);
      }
      rows.delete(row.id);
      return {};
    },
  };

  async function respond(path: string, input: Input): Promise<Response> {
    const failure = removeFirst(failures, path)?.failure;
    if (failure === "unreachable") throw new TypeError("Failed to fetch");
    if (failure === "refused") return refuse(new Refusal(503, "unavailable"));
    if (failure === "invalid") return refuse(new Refusal(400, "invalidInput"));
    if (failure === "tooMany") return refuse(new Refusal(429, "rateLimited"));
    try {
      const handler = handlers[path];
      if (!handler) throw new Refusal(404, "notFound");
      const result = handler(input);
      if (failure === "replyLost") throw new TypeError("Failed to fetch");
      const reply = pathsWithoutData.has(path) ? result : { data: result };
      return Response.json({ data: encodeBase64(JSON.stringify({ success: true, ...reply })) });
    } catch (error) {
      if (error instanceof Refusal) return refuse(error);
      throw error;
    }
  }

  vi.stubGlobal("fetch", async (_url: unknown, init: RequestInit) => {
    init.signal?.throwIfAborted();
    const request = z.parse(Request, JSON.parse(String(init.body))).data;
    const input = inputOf(request);
    calls.push({ path: request.path, input });
    const response = respond(request.path, input);
    await removeFirst(delays, request.path)?.until;
    return response;
  });

  return {
    rows,
    calls,
    /** The paths that were called, without the common prefix. */
    paths: () => calls.map(({ path }) => path.replace("/state/conversation/", "")),
    failNext: (op: { path: string }, failure: Failure) => failures.push({ path: op.path, failure }),
    /**
     * Delays the next response to `op` until the returned function is called. The call itself is handled immediately.
     */
    delayNext: (op: { path: string }): (() => void) => {
      const delay = Promise.withResolvers<void>();
      delays.push({ path: op.path, until: delay.promise });
      return delay.resolve;
    },
    /** Cancels the failures that `failNext` has planned. */
    clearFailures: () => failures.splice(0),
    /**
     * Stores a turn as `POST /chat` does: the conversation with the settings that were sent, if it does not exist, and
     * the messages.
     */
    receiveTurn: (sent: Conversation, messages: Message[], headId: string) => {
      const { id, name, modelId, prompt, temperature, maxTokens, folderId, tags } = sent;
      const settings = { name, modelId, prompt, temperature, maxTokens, folderId, tags };
      const defaults = { groupType: null, codeInterpreterAssistantId: null, messages: [] };
      const row = rows.get(id) ?? insert({ ...defaults, id, ...settings });
      return write({ ...row, messages: upsertMessages(row.messages, messages), headId });
    },
    /** Changes a conversation as another device would. */
    change: (id: string, changes: Partial<Conversation>) => {
      const row = rows.get(id);
      if (row) write({ ...row, ...changes });
    },
  };
}

export function message(id: string, parentId: string | null, changes: Partial<Message> = {}): Message {
  const role = parentId === null ? "user" : "assistant";
  return { id, parentId, role, content: `text of ${id}`, data: {}, createdAt: "2026-11-20T09:00:00.000Z", ...changes };
}

function inputOf({ data, queryParams }: z.infer<typeof Request>["data"]): Input {
  const read = (text: string): unknown => JSON.parse(decodeBase64(text));
  if (data !== undefined) return z.parse(z.record(z.string(), z.unknown()), read(data));
  return Object.fromEntries(Object.entries(queryParams ?? {}).map(([name, value]) => [name, read(value)]));
}

function assertNoOpenAnswer({ messages }: Conversation): void {
  if (messages.some(({ data }) => data.run && !data.end)) throw new Refusal(409, "conflict");
}

function removeFirst<T extends { path: string }>(entries: T[], path: string): T | undefined {
  const index = entries.findIndex((entry) => entry.path === path);
  return index < 0 ? undefined : entries.splice(index, 1)[0];
}

function refuse({ code, status, message }: Refusal): Response {
  return Response.json({ success: false, message, code, requestId: "r1" }, { status });
}
