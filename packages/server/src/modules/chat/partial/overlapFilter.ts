import type { ChatEvent, TextEvent } from "@lectern/contract";

/** Removes what the text of a run repeats of the text of an earlier run, and joins the two. */
export interface OverlapFilter {
  /** Returns the events to emit in place of this one. */
  read(event: ChatEvent): ChatEvent[];
  /** Returns what is left when the run ends. `isWhole`: the model has written all that it wanted to write. */
  end(isWhole: boolean): ChatEvent[];
  /** The last word of the earlier text while nothing is in its place; null after that. */
  getHeldWord(): TextEvent | null;
}

interface OverlapInput {
  /** The text of the earlier run, without its last word. */
  earlierText: string;
  /** The last word, which the model writes again. It stays if the model writes nothing new. */
  lastWord: string;
  /** The source of both texts. */
  source: string;
}

/** UTF-16 code units at the end of the earlier text that a model may repeat. */
const repeatedLength = 400;
/** A longer text is not held back if the model repeats all of it, because a person would wait for too long. */
const maxRepeatedTextLength = 20_000;
/** The shortest repetition. White space does not count: the same brackets are often indented in the same way. */
const shortestRepetition = /^(?:\s*\S){16}/;

/**
 * Creates the filter for a text that a model continues. Models often repeat the last words, or all of the text, or open a
 * code block again: such a beginning is left out. Until it is clear where the new text begins, nothing is emitted. If the
 * run ends before that, the earlier text stays as it was.
 */
export function createOverlapFilter({ earlierText, lastWord, source }: OverlapInput): OverlapFilter {
  const openFence = findOpenFence(earlierText);
  const wholeText = earlierText.length <= maxRepeatedTextLength ? earlierText.trimStart() : "";
  const tail = earlierText.slice(-repeatedLength);
  /** What the model has written until now. */
  let beginning = "";
  /** The same without white space before it. */
  let text = "";
  let repeatsWhole = true;
  let isJoined = false;

  const add = (addedText: string) => {
    const added = text === "" ? addedText.trimStart() : addedText;
    repeatsWhole &&= wholeText.startsWith(added, text.length);
    text += added;
    beginning += addedText;
  };
  /** True while more text could show that the beginning is not new. */
  const isAmbiguous = () =>
    repeatsWhole ||
    tail.includes(text) ||
    (openFence !== null && (openFence.startsWith(text) || removeStart(text, openFence)?.trim() === ""));
  const removeRepetition = () => {
    const length = findRepetition(text, earlierText.trim());
    if (length === 0) {
      const rest = openFence === null ? null : removeStart(text, openFence);
      return joinLines(earlierText, rest ?? beginning);
    }
    const rest = text.slice(length);
    return removeStart(rest, earlierText.slice(earlierText.trimEnd().length)) ?? joinLines(earlierText, rest);
  };
  const toEvents = (newText: string): ChatEvent[] => {
    isJoined = true;
    return newText === "" ? [] : [{ s: source, d: newText }];
  };
  const join = () => {
    const newText = removeRepetition();
    return toEvents(newText.trim() === "" ? lastWord : newText);
  };
  /** Nothing is lost by what begins with the last word; all else may be the beginning of a repetition. */
  const endEarly = () => (lastWord !== "" && text.startsWith(lastWord) ? join() : toEvents(lastWord));
  return {
    read(event) {
      if (isJoined) return [event];
      if ("step" in event) return [...endEarly(), event];
      if (!("d" in event) || typeof event.d !== "string") return [event];
      add(event.d);
      return isAmbiguous() ? [] : join();
    },
    end: (isWhole) => (isJoined ? [] : isWhole ? join() : endEarly()),
    getHeldWord: () => (isJoined || lastWord === "" ? null : { s: source, d: lastWord }),
  };
}

function removeStart(text: string, start: string): string | null {
  return text.startsWith(start) ? text.slice(start.length) : null;
}

/** Returns how much of the beginning of `text` repeats all of the earlier text or its end; 0: nothing. */
function findRepetition(text: string, earlierText: string): number {
  const minLength = shortestRepetition.exec(text)?.[0].length;
  if (minLength === undefined) return 0;
  if (earlierText.length >= minLength && text.startsWith(earlierText)) return earlierText.length;
  for (let { length } = text.slice(0, repeatedLength); length >= minLength; length--)
    if (earlierText.endsWith(text.slice(0, length))) return length;
  return 0;
}

function joinLines(earlierText: string, newText: string): string {
  if (earlierText === "" || earlierText.endsWith("\n")) return newText.replace(/^\s*\n/, "");
  // Between the last line and the next one, line breaks belong to the new text.
  return /\s$/.test(earlierText) ? newText.replace(/^[^\S\n]+/, "") : newText;
}

/** The mark is all of its characters: a long line of them would otherwise be tried with each shorter mark. */
const fencePattern = /^[ \t]*(`{3,}|~{3,})(?![`~])([^`\n]*)$/gm;

/**
 * Returns the line that has opened the code block that is open; null if none is. Without a language, it looks like the
 * line that closes the block, so that it counts as none.
 */
function findOpenFence(text: string): string | null {
  let fence = { mark: "", info: "" };
  for (const [, mark = "", info = ""] of text.matchAll(fencePattern)) {
    if (fence.mark === "") fence = { mark, info: info.trim() };
    else if (mark.startsWith(fence.mark) && info.trim() === "") fence = { mark: "", info: "" };
  }
  return fence.info === "" ? null : `${fence.mark}${fence.info}\n`;
}
