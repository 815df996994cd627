import type { CallErrorDetails } from "./callError.ts";

const listeners = new Set<() => void>();

/** Calls `listener` whenever the server rejects a request until the person accepts the data disclosure agreement. */
export function onDisclosureRequired(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells the listeners if this is why the server has rejected a request. */
export function reportFailure({ fields }: Pick<CallErrorDetails, "fields">): void {
  if (fields?.error === "DisclosureRequired") for (const listener of listeners) listener();
}
