import { useMemo } from "react";

const typeAheadTimeoutMs = 700;

/** Collects letters typed without a pause, so that they can be used to find a row by the start of its name. */
export function useTypeAhead(): { add: (letter: string) => string; isEmpty: () => boolean } {
  return useMemo(() => {
    let text = "";
    let lastAt = Number.NEGATIVE_INFINITY;
    const hasExpired = () => performance.now() - lastAt > typeAheadTimeoutMs;
    return {
      add(letter) {
        text = hasExpired() ? letter : text + letter;
        lastAt = performance.now();
        return text;
      },
      isEmpty: hasExpired,
    };
  }, []);
}
