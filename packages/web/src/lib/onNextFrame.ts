const fallbackDelayMs = 250;

/**
 * Runs `work` before the next frame is painted, or by a timer in a hidden tab, which paints none. Returns the cancel
 * function.
 */
export function onNextFrame(work: () => void): () => void {
  const cancel = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
  const runOnce = () => {
    cancel();
    work();
  };
  const frame = requestAnimationFrame(runOnce);
  const timer = setTimeout(runOnce, fallbackDelayMs);
  return cancel;
}
