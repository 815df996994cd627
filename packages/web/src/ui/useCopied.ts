import { useEffect, useState } from "react";
import { showErrorNotice } from "./showNotice.ts";

const shownMs = 2_000;

/** Copies text to the clipboard; `isCopied` stays true for 2 s after it worked. */
export function useCopied(): { isCopied: boolean; copy: (text: string) => void } {
  const [copies, setCopies] = useState(0);
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (copies === 0) return;
    const timer = setTimeout(() => setIsCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [copies]);
  const copy = (text: string) => {
    const copied = () => {
      setIsCopied(true);
      setCopies((count) => count + 1);
    };
    // Without a secure context there is no clipboard; with one, the browser may still refuse.
    const writing = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("no clipboard"));
    writing.then(copied, () =>
      showErrorNotice("The browser did not allow copying. Select the text and copy it by hand."),
    );
  };
  return { isCopied, copy };
}
