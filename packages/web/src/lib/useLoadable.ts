import { useCallback, useState } from "react";
import type { Loadable } from "./loadable.ts";

interface LoadableState<T> {
  /** The code, or null until it has been loaded. */
  loaded: T | null;
  /** Loads the code; after a failure, the next call tries again. Rejects if it cannot be loaded. */
  load: () => Promise<void>;
}

/** Renders the component again when the code has been loaded. Unlike `lazy`, the caller decides what a failure shows. */
export function useLoadable<T>(loadable: Loadable<T>): LoadableState<T> {
  const [loaded, setLoaded] = useState(() => loadable.getLoaded());
  const load = useCallback(() => loadable.load().then((code) => setLoaded(() => code)), [loadable]);
  return { loaded, load };
}
