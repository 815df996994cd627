import { useEffect, useState } from "react";

/** The beginning of this browser's day. A component that uses it is drawn again when the next day begins, also after a sleep. */
export function useToday(): Date {
  const [today, setToday] = useState(() => midnightAfter(new Date(), 0));
  useEffect(() => {
    const update = () => setToday((known) => (isSameDay(known, new Date()) ? known : midnightAfter(new Date(), 0)));
    // A timer stands still while the machine sleeps; somebody looks at the page when it wakes.
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
