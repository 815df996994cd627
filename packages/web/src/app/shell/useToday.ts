import { useEffect, useState } from "react";

const checkIntervalMs = 60_000;

/** Returns the day in the person's time zone, as in `2026-11-29`. The component renders again when it changes. */
export function useToday(): string {
  const [today, setToday] = useState(readToday);
  useEffect(() => {
    const timer = setInterval(() => setToday(readToday()), checkIntervalMs);
    return () => clearInterval(timer);
  }, []);
  return today;
}

function readToday(): string {
  const now = new Date();
  const pad = (value: number) => String(value).padStart(2, "0");
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}
