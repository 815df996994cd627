import type { ReactNode } from "react";
import { useSyncExternalStore } from "react";

/** A formula as elements; null where TeX cannot read it. */
export type MathRenderer = (tex: string, isDisplay: boolean) => ReactNode;

let renderer: MathRenderer | null = null;
let isRequested = false;
const listeners = new Set<() => void>();

/** Null until the library is there; the first component that asks makes it come. */
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
    // Offline, most likely: formulas stay as source, and the next one asks again.
    isRequested = false;
  }
}

/** A formula takes some milliseconds, and an answer may have many: each is drawn in a task of its own. */
function notifyOneByOne(waiting: (() => void)[]): void {
  const listener = waiting.shift();
  if (!listener) return;
  // One that has gone meanwhile is not there to be told.
  if (listeners.has(listener)) listener();
  setTimeout(() => notifyOneByOne(waiting));
}
