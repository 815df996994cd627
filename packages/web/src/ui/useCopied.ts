import { useEffect, useState } from "react";

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
    void navigator.clipboard.writeText(text).then(() => {
      setIsCopied(true);
      setCopies((count) => count + 1);
    });
  };
  return { isCopied, copy };
}
