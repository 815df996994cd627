import { useEffect, useEffectEvent, useRef } from "react";
import { useBrowserEvent } from "./browserEvents.ts";

/** Longer than the server's processes cache rights and configuration. */
const minDelayMs = 2_000;
/** Everybody's browsers receive the same event, or return after the same restart, and must not all ask at once. */
const maxJitterMs = 3_000;

/** Calls `reload` after the configuration or the person's rights have changed on the server, or may have. */
export function useSpreadReload(reload: () => void): void {
  const timerRef = useRef<ReturnType<typeof setTimeout>>(undefined);
  const reloadNow = useEffectEvent(reload);
  const scheduleReload = () => {
    clearTimeout(timerRef.current);
    timerRef.current = setTimeout(() => reloadNow(), minDelayMs + Math.random() * maxJitterMs);
  };
  useBrowserEvent("config", scheduleReload);
  useBrowserEvent("rights", scheduleReload);
  useBrowserEvent("resync", scheduleReload);
  useEffect(() => () => clearTimeout(timerRef.current), []);
}
