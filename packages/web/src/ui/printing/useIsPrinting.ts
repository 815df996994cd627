import { flushSync } from "react-dom";
import { createPageStore } from "../../lib/pageStore.ts";

const usePrinting = createPageStore(() => ({ isPrinting: false }));

// The page listens as long as it lives, because a component that goes away while it is printed would miss the end. It is
// rendered before the browser reads it.
for (const type of ["beforeprint", "afterprint"])
  globalThis.addEventListener?.(type, () =>
    flushSync(() => usePrinting.setState({ isPrinting: type === "beforeprint" })),
  );

/** True while the page is being printed. */
export const useIsPrinting = (): boolean => usePrinting(({ isPrinting }) => isPrinting);
