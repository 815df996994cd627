/** Runs what belongs to one id one after the other, in the order of the calls; a failure does not hold up the next. */
export function createKeyedMutex(): <T>(id: string, work: () => Promise<T>) => Promise<T> {
  const ends = new Map<string, Promise<unknown>>();
  return (id, work) => {
    const result = (ends.get(id) ?? Promise.resolve()).then(work);
    const end = result
      .catch(() => {}) // The caller has it.
      .then(() => {
        if (ends.get(id) === end) ends.delete(id);
      });
    ends.set(id, end);
    return result;
  };
}
