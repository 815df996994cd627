import { useEffect, useState } from "react";

/**
 * Returns the start of the current day in this browser's time zone. Renders the component again when a new day starts.
 */
export function useToday(): Date {
  const [today, setToday] = useState(() => getStartOfDay(new Date(), 0));
  useEffect(() => {
    const update = () =>
      setToday((current) => (isSameDay(current, new Date()) ? current : getStartOfDay(new Date(), 0)));
    // Timers pause while the computer sleeps, so also check when the page is shown or gets the focus.
    const timer = setTimeout(update, Math.max(0, getStartOfDay(today, 1).getTime() - Date.now()) + 100);
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

function getStartOfDay(time: Date, daysLater: number): Date {
  return new Date(time.getFullYear(), time.getMonth(), time.getDate() + daysLater);
}

const isSameDay = (a: Date, b: Date) => getStartOfDay(a, 0).getTime() === getStartOfDay(b, 0).getTime();
