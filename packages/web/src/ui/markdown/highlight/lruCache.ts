/** A cache with a limit on the total size of its values. Evicts the least recently used first. */
export class LruCache<T> {
  readonly #maxSize: number;
  readonly #entries = new Map<string, { value: T; size: number }>();
  #size = 0;

  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  /** The total size of all entries. */
  get size(): number {
    return this.#size;
  }

  get(key: string): T | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    // A Map iterates in insertion order, so inserting the entry again makes it the most recently used.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Stores a value and evicts other values to make space. A value larger than the limit is not stored. */
  set(key: string, value: T, size: number): void {
    this.#remove(key);
    if (size > this.#maxSize) return;
    this.#entries.set(key, { value, size });
    this.#size += size;
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#maxSize) return;
      this.#remove(oldest);
    }
  }

  #remove(key: string): void {
    this.#size -= this.#entries.get(key)?.size ?? 0;
    this.#entries.delete(key);
  }
}
