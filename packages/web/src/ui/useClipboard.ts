import { useEffect, useState } from "react";
import { showErrorNotice } from "./notices/showNotice.ts";

const shownMs = 2_000;

export interface RichText {
  html: string;
  text: string;
}

interface Copied {
  /** [C9.12] True for 2 s after copying worked. */
  isCopied: boolean;
  copy: (text: string) => void;
  /** Copies formatted text, with the plain text for what takes no other. */
  copyRich: (make: () => Promise<RichText>) => void;
}

/** Copies to the clipboard, and says in a notice where the browser does not allow that. */
export function useClipboard(): Copied {
  const [copies, setCopies] = useState(0);
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (copies === 0) return;
    const timer = setTimeout(() => setIsCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [copies]);
  const confirm = (writing: Promise<void>) => {
    const copied = () => {
      setIsCopied(true);
      setCopies((count) => count + 1);
    };
    writing.then(copied, () =>
      showErrorNotice("The browser did not allow copying. Select the text and copy it by hand."),
    );
  };
  return { isCopied, copy: (text) => confirm(writeText(text)), copyRich: (make) => confirm(writeRich(make)) };
}

// Without a secure context there is no clipboard; with one, the browser may still refuse.
function writeText(text: string): Promise<void> {
  return navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("no clipboard"));
}

async function writeRich(make: () => Promise<RichText>): Promise<void> {
  const made = make();
  if (typeof ClipboardItem === "undefined" || !navigator.clipboard?.write) return writeText((await made).text);
  // The item takes promises: some browsers allow writing only while the click is being handled.
  const part = (type: string, of: keyof RichText) => made.then((rich) => new Blob([rich[of]], { type }));
  const item = new ClipboardItem({ "text/html": part("text/html", "html"), "text/plain": part("text/plain", "text") });
  await navigator.clipboard.write([item]);
}
