const hiddenMs = 250;

/** Does `work` before the next frame is drawn; in a hidden tab, where no frames are drawn, a timer takes its place. Gives the function that calls it off. */
export function onNextFrame(work: () => void): () => void {
  const callOff = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
  const once = () => {
    callOff();
    work();
  };
  const frame = requestAnimationFrame(once);
  const timer = setTimeout(once, hiddenMs);
  return callOff;
}
