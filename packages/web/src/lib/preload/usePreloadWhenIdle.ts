import { useEffect } from "react";
import { whenIdle } from "./whenIdle.ts";

/**
 * Loads lazily loaded code when the browser is idle after the component was mounted. Errors are ignored here and shown
 * when the code is used. `load` must be the same function at every render.
 */
export function usePreloadWhenIdle(load: (() => Promise<unknown>) | undefined): void {
  useEffect(() => {
    if (load) return whenIdle(() => void load().catch(() => {}));
  }, [load]);
}
