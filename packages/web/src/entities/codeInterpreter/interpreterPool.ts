import { createPageStore } from "../../lib/pageStore.ts";
import { untilAborted } from "../../lib/untilAborted.ts";
import type { PythonInterpreter } from "../../ui/python/pythonInterpreter.ts";
import { pythonSource } from "./pythonSource.ts";

/** Each interpreter takes a few hundred megabytes. */
const maxInterpreters = 2;
const maxIdleMs = 30 * 60_000;

/** The interpreter of a conversation, which keeps variables and files between the steps. */
export interface PooledInterpreter {
  interpreter: PythonInterpreter;
  /** The ids of the documents of the chat that are in its working folder. */
  documents: Set<string>;
  /** True once it has run code. */
  hasRun: boolean;
}

interface Entry extends PooledInterpreter {
  idleTimer: ReturnType<typeof setTimeout> | undefined;
}

/** A use of an interpreter, or the wish for one. */
interface Claim {
  conversationId: string;
}

interface Pool {
  /** The interpreters by the ids of their conversations, the one that was used last at the end. */
  entries: ReadonlyMap<string, Entry>;
  openingCount: number;
  /** Oldest first. */
  claims: readonly Claim[];
  /** Resolves when a claim that waits may get its interpreter. */
  change: PromiseWithResolvers<void>;
}

const usePool = createPageStore<Pool>(() => ({
  ...{ entries: new Map(), openingCount: 0, claims: [], change: Promise.withResolvers<void>() },
}));

/** Returns the interpreter of the conversation, if it has one. */
const findInterpreter = (conversationId: string): Entry | null =>
  usePool.getState().entries.get(conversationId) ?? null;

/**
 * Runs `work` with the interpreter of the conversation, or a new one, after earlier work of this conversation. Waits while as
 * many as may be open are in use. Rejects if the interpreter cannot be opened, or the signal aborts before `work` begins.
 * `work` returns true if the interpreter can be used again.
 */
export async function withInterpreter(
  conversationId: string,
  signal: AbortSignal,
  work: (pooled: PooledInterpreter) => Promise<boolean>,
): Promise<void> {
  const claim: Claim = { conversationId };
  usePool.setState(({ claims }) => ({ claims: [...claims, claim] }));
  try {
    const entry = await getInterpreter(claim, signal);
    let isUsable = false;
    try {
      isUsable = await work(entry);
    } finally {
      const isOpen = findInterpreter(conversationId) === entry;
      if (isOpen && isUsable) entry.idleTimer = setTimeout(() => closeInterpreter(conversationId), maxIdleMs);
      else if (isOpen) closeInterpreter(conversationId);
    }
  } finally {
    usePool.setState(({ claims }) => ({ claims: claims.filter((other) => other !== claim) }));
    announceChange();
  }
}

async function getInterpreter(claim: Claim, signal: AbortSignal): Promise<Entry> {
  const { conversationId } = claim;
  for (;;) {
    signal.throwIfAborted();
    const { entries, openingCount, claims, change } = usePool.getState();
    if (claims.find((other) => other.conversationId === conversationId) === claim) {
      const own = entries.get(conversationId);
      if (own) {
        clearTimeout(own.idleTimer);
        put(conversationId, own);
        return own;
      }
      const idle = [...entries.keys()].find((id) => claims.every((other) => other.conversationId !== id));
      const isFull = entries.size + openingCount >= maxInterpreters;
      if (isFull && idle !== undefined) closeInterpreter(idle);
      if (!isFull || idle !== undefined) return open(conversationId, signal);
    }
    await untilAborted(change.promise, signal);
  }
}

async function open(conversationId: string, signal: AbortSignal): Promise<Entry> {
  const change = (difference: number) =>
    usePool.setState(({ openingCount }) => ({ openingCount: openingCount + difference }));
  change(1);
  const opened = pythonSource.open();
  try {
    const interpreter = await untilAborted(opened, signal);
    const entry: Entry = { interpreter, documents: new Set(), hasRun: false, idleTimer: undefined };
    put(conversationId, entry);
    return entry;
  } catch (error) {
    // Nobody waits for it any more.
    void opened.then(
      (interpreter) => interpreter.close(),
      () => {},
    );
    throw error;
  } finally {
    change(-1);
  }
}

function put(conversationId: string, entry: Entry): void {
  const entries = new Map(usePool.getState().entries);
  entries.delete(conversationId);
  usePool.setState({ entries: entries.set(conversationId, entry) });
}

function announceChange(): void {
  const { change } = usePool.getState();
  usePool.setState({ change: Promise.withResolvers<void>() });
  change.resolve();
}

/** Closes the interpreter of a conversation, with its variables and files. */
export function closeInterpreter(conversationId: string): void {
  const entries = new Map(usePool.getState().entries);
  const entry = entries.get(conversationId);
  if (!entry) return;
  clearTimeout(entry.idleTimer);
  entries.delete(conversationId);
  usePool.setState({ entries });
  entry.interpreter.close();
  announceChange();
}
