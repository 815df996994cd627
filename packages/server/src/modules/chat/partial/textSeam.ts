import type { ChatEvent } from "@lectern/contract";

/** Where the text of a run is joined to the text of an earlier run. */
export interface TextSeam {
  /** Returns the events to emit in place of this one. */
  read(event: ChatEvent): ChatEvent[];
  /** Returns what is left when the run ends. */
  end(): ChatEvent[];
}

interface SeamInput {
  /** The text of the earlier run, without its last word. */
  earlierText: string;
  /** The last word, which the model writes again. It stays if the model writes nothing. */
  lastWord: string;
  /** The source of both texts. */
  source: string;
}

/** UTF-16 code units at the end of the earlier text that a model may repeat, and the shortest repetition. */
const repeatedLength = 400;
const minRepeatedLength = 16;

/**
 * Creates the seam of a text that a model continues. Models often repeat the last words, or all of the text, or open a
 * code block again: such a beginning is left out. Until it is clear where the new text begins, nothing is emitted.
 */
export function createTextSeam({ earlierText, lastWord, source }: SeamInput): TextSeam {
  let beginning = "";
  let isJoined = false;
  const toEvents = (text: string): ChatEvent[] => {
    isJoined = true;
    return text === "" ? [] : [{ s: source, d: text }];
  };
  const endBeginning = () => toEvents(beginning.trim() === "" ? lastWord : join(earlierText, beginning));
  return {
    read(event) {
      if (isJoined) return [event];
      if ("step" in event) return [...endBeginning(), event];
      if (!("d" in event) || typeof event.d !== "string") return [event];
      beginning += event.d;
      return isAmbiguous(earlierText, beginning) ? [] : endBeginning();
    },
    end: () => (isJoined ? [] : endBeginning()),
  };
}

const reopenedFence = /^\s*(?:```|~~~)[^\n]*\n/;

/** True while more text could show that this beginning is not new. */
function isAmbiguous(earlierText: string, beginning: string): boolean {
  const text = beginning.trimStart();
  if (text === "") return true;
  if (hasOpenFence(earlierText) && /^[`~]/.test(text) && !text.includes("\n")) return true;
  return earlierText.slice(-repeatedLength).includes(text) || earlierText.startsWith(text);
}

function join(earlierText: string, beginning: string): string {
  const text = removeRepetition(earlierText, beginning);
  const newText = hasOpenFence(earlierText) ? text.replace(reopenedFence, "") : text;
  if (earlierText === "" || earlierText.endsWith("\n")) return newText.replace(/^\s*\n/, "");
  // Between the last line and the next one, line breaks belong to the new text.
  return /\s$/.test(earlierText) ? newText.replace(/^[^\S\n]+/, "") : newText;
}

function removeRepetition(earlierText: string, beginning: string): string {
  const text = beginning.trimStart();
  const end = earlierText.trimEnd();
  if (end.length >= minRepeatedLength && text.startsWith(end)) return text.slice(end.length);
  for (let { length } = text.slice(0, repeatedLength); length >= minRepeatedLength; length--)
    if (end.endsWith(text.slice(0, length).trimEnd())) return text.slice(length);
  return beginning;
}

function hasOpenFence(text: string): boolean {
  return (text.match(/^ {0,3}(?:```|~~~)/gm) ?? []).length % 2 === 1;
}
