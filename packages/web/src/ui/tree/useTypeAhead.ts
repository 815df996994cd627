import { useMemo } from "react";

const typeAheadTimeoutMs = 700;

/** Gathers what is typed without a pause, to find a row by the beginning of its name. */
export function useTypeAhead(): { add: (letter: string) => string; isEmpty: () => boolean } {
  return useMemo(() => {
    let text = "";
    let lastAt = Number.NEGATIVE_INFINITY;
    const isOver = () => performance.now() - lastAt > typeAheadTimeoutMs;
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
