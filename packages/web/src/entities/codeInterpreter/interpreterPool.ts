import { createPageStore } from "../../lib/pageStore.ts";
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
  /** Resolves when the code that runs now has ended; null: none runs. */
  use: Promise<void> | null;
  idleTimer: ReturnType<typeof setTimeout> | undefined;
}

interface Pool {
  /** The interpreters by the ids of their conversations, the one that was used last at the end. */
  entries: ReadonlyMap<string, Entry>;
  /** Resolves when the last claim has its interpreter. Claims are made one after another, because opening takes a while. */
  lastClaim: Promise<unknown>;
}

const usePool = createPageStore<Pool>(() => ({ entries: new Map(), lastClaim: Promise.resolve() }));

/** Returns the interpreter of the conversation, if it has one. */
const findInterpreter = (conversationId: string): PooledInterpreter | null =>
  usePool.getState().entries.get(conversationId) ?? null;

/**
 * Runs `work` with the interpreter of the conversation, or a new one. Waits while as many as may be open are in use. Rejects
 * if the interpreter cannot be opened. `work` returns true if the interpreter can be used again.
 */
export async function withInterpreter(
  conversationId: string,
  work: (pooled: PooledInterpreter) => Promise<boolean>,
): Promise<void> {
  const released = Promise.withResolvers<void>();
  const claimed = usePool.getState().lastClaim.then(() => claim(conversationId, released.promise));
  usePool.setState({ lastClaim: claimed.catch(() => {}) });
  const entry = await claimed;
  let isUsable = false;
  try {
    isUsable = await work(entry);
  } finally {
    entry.use = null;
    const isOpen = findInterpreter(conversationId) === entry;
    if (isOpen && isUsable) entry.idleTimer = setTimeout(() => closeInterpreter(conversationId), maxIdleMs);
    else if (isOpen) closeInterpreter(conversationId);
    released.resolve();
  }
}

async function claim(conversationId: string, use: Promise<void>): Promise<Entry> {
  for (;;) {
    const { entries } = usePool.getState();
    const own = entries.get(conversationId);
    const idle = [...entries].find(([, entry]) => entry.use === null);
    if (own?.use) await own.use;
    else if (own) {
      clearTimeout(own.idleTimer);
      own.use = use;
      put(conversationId, own);
      return own;
    } else if (entries.size < maxInterpreters) return open(conversationId, use);
    else if (idle) closeInterpreter(idle[0]);
    else await Promise.race([...entries.values()].map((entry) => entry.use));
  }
}

async function open(conversationId: string, use: Promise<void>): Promise<Entry> {
  const interpreter = await pythonSource.open();
  const entry: Entry = { interpreter, documents: new Set(), hasRun: false, use, idleTimer: undefined };
  put(conversationId, entry);
  return entry;
}

function put(conversationId: string, entry: Entry): void {
  const entries = new Map(usePool.getState().entries);
  entries.delete(conversationId);
  usePool.setState({ entries: entries.set(conversationId, entry) });
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
}
