import { useEffect, useState } from "react";

/**
 * Returns the start of the current day in this browser's time zone. Renders the component again when a new day starts.
 */
export function useToday(): Date {
  const [today, setToday] = useState(() => midnightAfter(new Date(), 0));
  useEffect(() => {
    const update = () => setToday((known) => (isSameDay(known, new Date()) ? known : midnightAfter(new Date(), 0)));
    // Timers pause while the computer sleeps, so also check when the page is shown or gets the focus.
    const timer = setTimeout(update, Math.max(0, midnightAfter(today, 1).getTime() - Date.now()) + 100);
    document.addEventListener("visibilitychange", update);
    addEventListener("focus", update);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", update);
      removeEventListener("focus", update);
    };
  }, [today]);
  return today;
}

function midnightAfter(time: Date, days: number): Date {
  return new Date(time.getFullYear(), time.getMonth(), time.getDate() + days);
}

const isSameDay = (a: Date, b: Date) => midnightAfter(a, 0).getTime() === midnightAfter(b, 0).getTime();
