import { useEffect, useState } from "react";

/** Nobody waits longer before a button: who is told of a longer time reads when it ends, and may try before. */
const longestWaitS = 10 * 60;

/** Whole seconds until a time (ISO 8601), counted down; 0 once it has passed, where there is none, and where it is far off. */
export function useSecondsUntil(time: string | undefined): number {
  const endMs = time === undefined ? 0 : Date.parse(time);
  const [nowMs, setNowMs] = useState(() => Date.now());
  const secondsLeft = secondsBetween(nowMs, endMs);
  const isCounting = secondsLeft > 0;
  useEffect(() => {
    if (!isCounting) return;
    const timer = setInterval(() => setNowMs(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isCounting]);
  return secondsLeft;
}

function secondsBetween(nowMs: number, endMs: number): number {
  const seconds = Math.ceil((endMs - nowMs) / 1_000);
  return seconds > 0 && seconds <= longestWaitS ? seconds : 0;
}
