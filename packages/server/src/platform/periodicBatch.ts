/** Writes the current values of several sources together, once per interval: one statement instead of one per source. */
export interface PeriodicBatch<Item> {
  /** Adds a source until the returned function is called. That function does not wait for a write in progress. */
  add(source: BatchSource<Item>): () => void;
}

export interface BatchSource<Item> {
  /** Called once per interval. Returns the value to write, or null if there is nothing new. */
  collect(): Item | null | Promise<Item | null>;
  /** Called if a value could not be collected or written. */
  onFailure(error: unknown): void;
}

interface PeriodicBatchOptions<Item> {
  intervalMs: number;
  /** A write has values of at most this size in total, or one larger value. */
  maxWriteSize: number;
  getSize(item: Item): number;
  write(items: readonly Item[]): Promise<void>;
}

/** Creates a batch. Its timer runs only while there are sources, and an interval is skipped during a write. */
export function createPeriodicBatch<Item>({
  intervalMs,
  maxWriteSize,
  getSize,
  write,
}: PeriodicBatchOptions<Item>): PeriodicBatch<Item> {
  const sources = new Set<BatchSource<Item>>();
  let timer: NodeJS.Timeout | undefined;
  let isWriting = false;

  const writeAll = async () => {
    let entries: { source: BatchSource<Item>; item: Item }[] = [];
    let size = 0;
    const flush = async () => {
      const flushedEntries = entries;
      entries = [];
      size = 0;
      if (flushedEntries.length === 0) return;
      await write(flushedEntries.map(({ item }) => item)).catch((error: unknown) => {
        for (const { source } of flushedEntries) source.onFailure(error);
      });
    };
    for (const source of [...sources]) {
      const item = await tryCollect(source);
      if (item === null || !sources.has(source)) continue;
      if (entries.length > 0 && size + getSize(item) > maxWriteSize) await flush();
      entries.push({ source, item });
      size += getSize(item);
    }
    await flush();
  };
  const onInterval = () => {
    if (isWriting) return;
    isWriting = true;
    void writeAll().finally(() => {
      isWriting = false;
    });
  };

  return {
    add(source) {
      sources.add(source);
      timer ??= setInterval(onInterval, intervalMs);
      return () => {
        sources.delete(source);
        if (sources.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}

/** Returns null after a failure, which must not prevent the writes of other sources. */
async function tryCollect<Item>(source: BatchSource<Item>): Promise<Item | null> {
  try {
    return await source.collect();
  } catch (error) {
    source.onFailure(error);
    return null;
  }
}
