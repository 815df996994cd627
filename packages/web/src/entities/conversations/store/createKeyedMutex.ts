/** Runs what belongs to one id one after the other, in the order of the calls; a failure does not hold up the next. */
export function createKeyedMutex(): <T>(id: string, work: () => Promise<T>) => Promise<T> {
  const tails = new Map<string, Promise<unknown>>();
  return (id, work) => {
    const result = (tails.get(id) ?? Promise.resolve()).then(work);
    const tail = result
      .catch(() => {}) // The caller has it.
      .then(() => {
        if (tails.get(id) === tail) tails.delete(id);
      });
    tails.set(id, tail);
    return result;
  };
}
