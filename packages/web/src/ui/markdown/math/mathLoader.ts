import type { ReactNode } from "react";
import { useSyncExternalStore } from "react";
import { isOffline, pause } from "../../../lib/network.ts";

/** Renders a formula; null if it is too long or cannot be rendered. */
export type MathRenderer = (tex: string, isDisplay: boolean) => ReactNode;

/** The library, or why there is none. While it is loaded again after a failure, it counts as failed. */
export type MathLibrary = MathRenderer | "loading" | "failed";

let library: MathLibrary = "loading";
let isRequested = false;
const listeners = new Set<() => void>();

/** The first component that calls this hook starts loading the library. */
export function useMathLibrary(): MathLibrary {
  return useSyncExternalStore(subscribe, getLibrary, getLibrary);
}

function getLibrary(): MathLibrary {
  return library;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!isRequested) void loadMath();
  return () => listeners.delete(listener);
}

/** Loads the library. Never rejects. Exported for a test. */
export async function loadMath(): Promise<void> {
  isRequested = true;
  try {
    library = (await import("./renderMath.ts")).renderMath;
  } catch {
    // Formulas are shown as source. The library is loaded again for the next formula, or once there is a network.
    library = "failed";
    isRequested = false;
    if (isOffline()) void pause(null).then(() => (isRequested ? undefined : loadMath()));
  }
  notifyOneByOne([...listeners]);
}

/**
 * Notifies each listener in its own task, because rendering a formula takes milliseconds and an answer may contain
 * many.
 */
function notifyOneByOne(queue: (() => void)[]): void {
  const listener = queue.shift();
  if (!listener) return;
  // Skip listeners that were removed in the meantime.
  if (listeners.has(listener)) listener();
  setTimeout(() => notifyOneByOne(queue));
}
