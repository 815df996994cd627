const fallbackDelayMs = 250;

/**
 * Runs `work` before the next frame is painted. A hidden tab paints no frames, so there a timer runs `work`. Returns
 * the cancel function.
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
