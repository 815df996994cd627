import type { ReactNode } from "react";
import { useSyncExternalStore } from "react";

/** Renders a formula; null if it cannot be parsed. */
export type MathRenderer = (tex: string, isDisplay: boolean) => ReactNode;

let renderer: MathRenderer | null = null;
let isRequested = false;
const listeners = new Set<() => void>();

/** Null until the library has loaded; the first component that uses it starts loading. */
export function useMathRenderer(): MathRenderer | null {
  return useSyncExternalStore(subscribe, currentRenderer, currentRenderer);
}

function currentRenderer(): MathRenderer | null {
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
    // Probably offline: formulas stay as source, and the next one tries again.
    isRequested = false;
  }
}

/** Renders each formula in its own task: one takes milliseconds, and an answer may have many. */
function notifyOneByOne(queue: (() => void)[]): void {
  const listener = queue.shift();
  if (!listener) return;
  // Skip listeners that were removed in the meantime.
  if (listeners.has(listener)) listener();
  setTimeout(() => notifyOneByOne(queue));
}
