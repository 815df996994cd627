import { type PromptStoreItem, type PromptTemplate, syncPrompts } from "@lectern/contract";
import { vi } from "vitest";
import * as z from "zod/mini";
import { decodeBase64, encodeBase64 } from "../../../../lib/base64.ts";
import { isSameItem } from "../isSameItem.ts";

/** How a call fails: it does not reach the server; its reply is lost; or the server rejects it. */
export type SyncFailure = "unreachable" | "replyLost" | "refused";

type Conflict = z.infer<typeof syncPrompts.output>["conflicts"][number];
type Input = z.infer<typeof syncPrompts.input>;

const Request = z.object({ data: z.object({ path: z.string(), data: z.string() }) });

/** Replaces `fetch` with a fake server that syncs one person's devices, with few items per reply. */
export function startFakePromptServer({ itemsPerReply = 3 } = {}) {
  const rows = new Map<string, { entry: PromptStoreItem; seq: number }>();
  const calls: Input[] = [];
  const failures: SyncFailure[] = [];
  let seq = 0;
  let copies = 0;
  /** The names of prompts that the server rejects. */
  const rejectedNames = new Set<string>();
  /** The ids of received prompts, whose changes the server rejects without making a copy. */
  const receivedIds = new Set<string>();
  let beforeReply: (() => Promise<void>) | null = null;

  const write = ({ kind, id, item }: PromptStoreItem) => {
    seq += 1;
    const key = `${kind} ${id}`;
    const entry = z.parse(z.any(), { kind, id, item, revision: (rows.get(key)?.entry.revision ?? 0) + 1 });
    rows.set(key, { entry, seq });
  };
  const applyEntry = (change: PromptStoreItem): Conflict[] => {
    const stored = rows.get(`${change.kind} ${change.id}`)?.entry;
    if (stored && receivedIds.has(change.id)) return [{ kind: change.kind, id: change.id, copyId: null }];
    if ((stored?.revision ?? 0) === change.revision) write(change);
    else if (!stored || !isSameItem(stored.item, change.item)) return conflict(change);
    return [];
  };
  const conflict = (change: PromptStoreItem): Conflict[] => {
    const { kind, id, item } = change;
    if (kind === "folder" || item === null) return [{ kind, id, copyId: null }];
    copies += 1;
    const copy = { ...item, id: `copy-${copies}`, name: `${item.name} (copy)` };
    write({ kind, id: copy.id, item: copy, revision: 0 });
    return [{ kind, id, copyId: copy.id }];
  };

  function sync({ since, changes }: Input) {
    const conflicts = changes.flatMap(applyEntry);
    const news = [...rows.values()].filter((row) => row.seq > since).sort((a, b) => a.seq - b.seq);
    const page = news.slice(0, itemsPerReply);
    return {
      cursor: page.at(-1)?.seq ?? Math.max(since, 0),
      items: page.map(({ entry }) => entry),
      hasMore: page.length < news.length,
      conflicts,
      updatedAt: "2026-11-20T10:00:00.000Z",
    };
  }

  vi.stubGlobal("fetch", async (_url: unknown, init: RequestInit) => {
    const request = z.parse(Request, JSON.parse(String(init.body))).data;
    const input = z.parse(syncPrompts.input, JSON.parse(decodeBase64(request.data)));
    const failure = failures.shift();
    if (failure === "unreachable") throw new TypeError("Failed to fetch");
    calls.push(input);
    const rejected = input.changes.find(({ item }) => item && rejectedNames.has(item.name));
    if (failure === "refused" || rejected) {
      const message = rejected ? "There is no room for it." : "Not now.";
      return Response.json(
        { success: false, message, code: rejected ? "invalidInput" : "unavailable", requestId: "r1" },
        { status: rejected ? 400 : 503 },
      );
    }
    const result = sync(input);
    await beforeReply?.();
    if (failure === "replyLost") throw new TypeError("Failed to fetch");
    return Response.json({ data: encodeBase64(JSON.stringify({ success: true, data: result })) });
  });

  return {
    calls,
    failures,
    rejectedNames,
    receivedIds,
    /** Sets a function that runs after each call, before its reply is sent. */
    onReply: (act: (() => Promise<void>) | null) => {
      beforeReply = act;
    },
    names: () => [...rows.values()].flatMap(({ entry }) => (entry.item ? [entry.item.name] : [])).sort(),
    /** Stores an entry of any shape, as a broken server would. */
    insertRaw: (entry: unknown) => {
      seq += 1;
      rows.set(`planted ${seq}`, { entry: z.parse(z.any(), entry), seq });
    },
  };
}

export function prompt(id: string, name: string, changes: Partial<PromptTemplate> = {}): PromptTemplate {
  return {
    id,
    name,
    description: "",
    content: `Content of ${name}`,
    folderId: null,
    type: "prompt",
    data: {},
    ...changes,
  };
}
