import { useEffect, useState } from "react";

/** Up to here seconds are counted, and each is shown; what is further off is looked at now and then. */
export const maxCountdownSeconds = 10 * 60;

const farStepMs = 30_000;

/** Whole seconds until a time (ISO 8601), counted down; 0 once it has passed and where there is none. */
export function useSecondsUntil(time: string | undefined): number {
  const endMs = time === undefined ? 0 : Date.parse(time);
  const [nowMs, setNowMs] = useState(() => Date.now());
  const secondsLeft = secondsBetween(nowMs, endMs);
  const isCounting = secondsLeft > 0;
  const stepMs = secondsLeft > maxCountdownSeconds ? farStepMs : 1_000;
  useEffect(() => {
    if (!isCounting) return;
    const timer = setInterval(() => setNowMs(Date.now()), stepMs);
    return () => clearInterval(timer);
  }, [isCounting, stepMs]);
  return secondsLeft;
}

function secondsBetween(nowMs: number, endMs: number): number {
  return Math.max(0, Math.ceil((endMs - nowMs) / 1_000));
}
