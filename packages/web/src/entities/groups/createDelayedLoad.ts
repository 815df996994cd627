/** Rights often change several times in a row, for example when an administrator changes many members. */
const syncDelayMs = 1_000;

/** Calls `load` a second after the first of several requests, so that a series of changes is read once. */
export function createDelayedLoad(load: () => void): { request: () => void; cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    request() {
      timer ??= setTimeout(() => {
        timer = undefined;
        load();
      }, syncDelayMs);
    },
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
