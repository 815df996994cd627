import { useMemo } from "react";

const forgottenAfterMs = 700;

/** Gathers what is typed without a pause, to find a row by the beginning of its name. */
export function useTyped(): { add: (letter: string) => string; isEmpty: () => boolean } {
  return useMemo(() => {
    let text = "";
    let lastAt = Number.NEGATIVE_INFINITY;
    const isOver = () => performance.now() - lastAt > forgottenAfterMs;
    return {
      add(letter) {
        text = isOver() ? letter : text + letter;
        lastAt = performance.now();
        return text;
      },
      isEmpty: isOver,
    };
  }, []);
}
