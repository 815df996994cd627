import { useEffect } from "react";
import { whenActive } from "../page/whenActive.ts";
import { whenIdle } from "./whenIdle.ts";

/**
 * Loads code that the first screen does not need, once the person does something on the page and the browser is idle.
 * Errors are ignored here and shown when the code is used. `load` must be the same function at every render.
 */
export function usePreloadWhenIdle(load: (() => Promise<unknown>) | undefined): void {
  useEffect(() => {
    if (!load) return;
    let stopIdle = () => {};
    const stopActive = whenActive(() => {
      stopIdle = whenIdle(() => void load().catch(() => {}));
    });
    return () => {
      stopActive();
      stopIdle();
    };
  }, [load]);
}
