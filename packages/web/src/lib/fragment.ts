/** The fragment of the page's URL, which is not sent to any server. */
export interface FragmentState {
  /** The fragment with its `#`, or "". */
  fragment: string;
  /** Counts navigations, including those to the current fragment. */
  visit: number;
}

/** Returns the current fragment; the same object until the next navigation. */
export function readFragment(): FragmentState {
  if (current.fragment !== location.hash || current.visit !== visits)
    current = { fragment: location.hash, visit: visits };
  return current;
}

/**
 * Calls `listener` after each navigation: by `navigate`, by back and forward, or when the person edits the fragment.
 * Returns the unsubscribe function.
 */
export function subscribeToFragment(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener("popstate", notify);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener("popstate", notify);
  };
}

/** Changes the fragment. With `replace`, the back button does not return to the previous fragment. */
export function navigate(fragment: string, { replace = false }: { replace?: boolean } = {}): void {
  const url = location.pathname + location.search + fragment;
  if (replace || fragment === location.hash) history.replaceState(null, "", url);
  else history.pushState(null, "", url);
  notify();
}

const listeners = new Set<() => void>();
let visits = 0;
let current: FragmentState = { fragment: "", visit: 0 };

function notify(): void {
  visits += 1;
  for (const listener of listeners) listener();
}
