import type { ReactNode } from "react";
import { useSyncExternalStore } from "react";

/** Renders a formula; null if it is too long or cannot be rendered. */
export type MathRenderer = (tex: string, isDisplay: boolean) => ReactNode;

let renderer: MathRenderer | null = null;
let isRequested = false;
const listeners = new Set<() => void>();

/** Returns null until the library has loaded. The first component that calls this hook starts loading it. */
export function useMathRenderer(): MathRenderer | null {
  return useSyncExternalStore(subscribe, getRenderer, getRenderer);
}

function getRenderer(): MathRenderer | null {
  return renderer;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!isRequested) void load();
  return () => listeners.delete(listener);
}

async function load(): Promise<void> {
  isRequested = true;
  try {
    renderer = (await import("./renderMath.ts")).renderMath;
    notifyOneByOne([...listeners]);
  } catch {
    // The browser is probably offline. Formulas are shown as source, and the next formula tries to load the library
    // again.
    isRequested = false;
  }
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
