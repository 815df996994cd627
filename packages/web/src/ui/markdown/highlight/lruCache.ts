/** Values by name, up to a total size: what was not asked for longest goes first. */
export class LruCache<T> {
  readonly #maxSize: number;
  readonly #entries = new Map<string, { value: T; size: number }>();
  #size = 0;

  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  /** The size of all that is kept. */
  get size(): number {
    return this.#size;
  }

  get(name: string): T | undefined {
    const entry = this.#entries.get(name);
    if (!entry) return undefined;
    // A Map keeps its order: what is put in again is the newest.
    this.#entries.delete(name);
    this.#entries.set(name, entry);
    return entry.value;
  }

  /** Keeps a value, and lets go of others for it. One that is larger than everything may be is not kept. */
  set(name: string, value: T, size: number): void {
    this.#remove(name);
    if (size > this.#maxSize) return;
    this.#entries.set(name, { value, size });
    this.#size += size;
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#maxSize) return;
      this.#remove(oldest);
    }
  }

  #remove(name: string): void {
    this.#size -= this.#entries.get(name)?.size ?? 0;
    this.#entries.delete(name);
  }
}
