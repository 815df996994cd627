import { t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import { showErrorNotice } from "./notices/showNotice.ts";

const shownMs = 2_000;

export interface RichText {
  html: string;
  text: string;
}

interface Clipboard {
  /** True for 2 s after text was copied. */
  isCopied: boolean;
  copy: (text: string) => void;
  /** Copies a text that is not known yet. Nothing is copied if it cannot be made. */
  copyPending: (text: Promise<string>) => void;
  /** Copies formatted text, with plain text for programs that accept nothing else. */
  copyRich: (render: () => Promise<RichText>) => void;
}

/** Copies to the clipboard. Shows a notice if the browser does not allow that. */
export function useClipboard(): Clipboard {
  const [copyCount, setCopyCount] = useState(0);
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (copyCount === 0) return;
    const timer = setTimeout(() => setIsCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [copyCount]);
  const showOutcome = (writing: Promise<void>) => {
    const showCopied = () => {
      setIsCopied(true);
      setCopyCount((count) => count + 1);
    };
    writing.then(showCopied, () =>
      showErrorNotice(t`Your browser didn’t allow copying. Select the text and copy it yourself.`),
    );
  };
  return {
    isCopied,
    copy: (text) => showOutcome(writeText(text)),
    copyPending: (text) => {
      const writing = writePending(text);
      text.then(
        () => showOutcome(writing),
        () => writing.catch(() => {}),
      );
    },
    copyRich: (render) => showOutcome(writeRich(render)),
  };
}

// Without a secure context there is no clipboard; with one, the browser may still deny access.
function writeText(text: string): Promise<void> {
  return navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("The browser provides no clipboard"));
}

async function writePending(text: Promise<string>): Promise<void> {
  if (typeof ClipboardItem === "undefined" || !navigator.clipboard?.write) return writeText(await text);
  // Pass a promise to the item: some browsers allow writing only while the click is being handled.
  const blob = text.then((content) => new Blob([content], { type: "text/plain" }));
  await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
}

async function writeRich(render: () => Promise<RichText>): Promise<void> {
  const rendering = render();
  if (typeof ClipboardItem === "undefined" || !navigator.clipboard?.write) return writeText((await rendering).text);
  const toBlob = (type: string, field: keyof RichText) =>
    rendering.then((richText) => new Blob([richText[field]], { type }));
  const item = new ClipboardItem({
    "text/html": toBlob("text/html", "html"),
    "text/plain": toBlob("text/plain", "text"),
  });
  await navigator.clipboard.write([item]);
}
