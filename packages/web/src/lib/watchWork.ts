/** What people do when they work with a page. Moving the pointer is not work, nor is a focus that the page sets itself. */
const workEvents = ["pointerdown", "click", "keydown", "input", "wheel"];

export interface WorkWatch {
  hasStarted: () => boolean;
  stop: () => void;
}

/** Watches from now on whether the person works with the page. */
export function watchWork(): WorkWatch {
  let hasStarted = false;
  const note = () => {
    hasStarted = true;
    stop();
  };
  const stop = () => {
    for (const event of workEvents) removeEventListener(event, note, true);
  };
  for (const event of workEvents) addEventListener(event, note, { capture: true, passive: true });
  return { hasStarted: () => hasStarted, stop };
}
