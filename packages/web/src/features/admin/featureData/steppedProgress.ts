const stepPercent = 5;
const stepMs = 200;

/**
 * Turns the share of an upload that has been sent, 0 to 1, into what is shown: it moves by 5 % every 200 ms, and never
 * beyond what has been sent. 100 % is shown only by `complete`, once the server has accepted the file.
 */
export function createSteppedProgress(onStep: (percent: number) => void): {
  setSent: (fraction: number) => void;
  complete: () => void;
  stop: () => void;
} {
  let sentPercent = 0;
  let shownPercent = 0;
  const timer = setInterval(() => {
    if (shownPercent + stepPercent > Math.min(sentPercent, 100 - stepPercent)) return;
    shownPercent += stepPercent;
    onStep(shownPercent);
  }, stepMs);
  const stop = () => clearInterval(timer);
  return {
    setSent(fraction) {
      sentPercent = Math.max(sentPercent, fraction * 100);
    },
    complete() {
      stop();
      onStep(100);
    },
    stop,
  };
}
