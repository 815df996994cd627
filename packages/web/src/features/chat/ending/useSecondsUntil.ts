import { useEffect, useState } from "react";

/** The countdown updates every second when at most this many seconds remain, and less often before. */
export const maxCountdownSeconds = 10 * 60;

const farStepMs = 30_000;

/** Counts down the whole seconds until a time (ISO 8601). Returns 0 if the time has passed or is undefined. */
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
