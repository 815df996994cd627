const activityEvents = ["pointerdown", "pointermove", "keydown", "input", "popstate", "hashchange"];
/** Long enough for the first screen to appear. */
const maxDelayMs = 4_000;

let isActive = false;
let isWaiting = false;
const callbacks = new Set<() => void>();

/**
 * Calls `callback` once the person does something on the page, because then code will soon be needed that the first
 * screen does not need; at the latest some seconds after the first call. Returns the function that stops waiting.
 */
export function whenActive(callback: () => void): () => void {
  if (isActive) {
    callback();
    return () => {};
  }
  callbacks.add(callback);
  if (!isWaiting) startWaiting();
  return () => callbacks.delete(callback);
}

function startWaiting(): void {
  isWaiting = true;
  const finish = () => {
    clearTimeout(timer);
    for (const event of activityEvents) removeEventListener(event, finish, true);
    isActive = true;
    const waitingCallbacks = [...callbacks];
    callbacks.clear();
    for (const callback of waitingCallbacks) callback();
  };
  const timer = setTimeout(finish, maxDelayMs);
  for (const event of activityEvents) addEventListener(event, finish, { capture: true, passive: true });
}
