/**
 * Returns a function that runs the work for each id sequentially, in the order of the calls. A failure does not block
 * the next call.
 */
export function createKeyedMutex(): <T>(id: string, work: () => Promise<T>) => Promise<T> {
  const tails = new Map<string, Promise<unknown>>();
  return (id, work) => {
    const result = (tails.get(id) ?? Promise.resolve()).then(work);
    const tail = result
      .catch(() => {}) // The caller handles the error.
      .then(() => {
        if (tails.get(id) === tail) tails.delete(id);
      });
    tails.set(id, tail);
    return result;
  };
}
