const fallbackDelayMs = 250;

/**
 * Runs `work` before the next frame is painted, or after 250 ms if none is, because hidden tabs paint no frames.
 * Returns the cancel function.
 */
export function onNextFrame(work: () => void): () => void {
  const cancel = () => {
    cancelAnimationFrame(frameHandle);
    clearTimeout(timer);
  };
  const runOnce = () => {
    cancel();
    work();
  };
  const frameHandle = requestAnimationFrame(runOnce);
  const timer = setTimeout(runOnce, fallbackDelayMs);
  return cancel;
}
