import { useMemo } from "react";

const typeAheadTimeoutMs = 700;

/** Collects letters typed at most 700 ms apart. `add` returns the letters so far, the start of a name to look for. */
export function useTypeAhead(): { add: (letter: string) => string; isEmpty: () => boolean } {
  return useMemo(() => {
    let text = "";
    let lastTypedAtMs = Number.NEGATIVE_INFINITY;
    const hasExpired = () => performance.now() - lastTypedAtMs > typeAheadTimeoutMs;
    return {
      add(letter) {
        text = hasExpired() ? letter : text + letter;
        lastTypedAtMs = performance.now();
        return text;
      },
      isEmpty: hasExpired,
    };
  }, []);
}
