/** Clicks on markers that follow one another faster are one click, such as a double click. */
export const clickDebounceMs = 150;

let lastClickTime = Number.NEGATIVE_INFINITY;

/** Returns true if a click is part of the one before. `time`: the time stamp of its event, in milliseconds. */
export function isRepeatedClick(time: number): boolean {
  const isRepeated = time - lastClickTime < clickDebounceMs;
  lastClickTime = time;
  return isRepeated;
}
