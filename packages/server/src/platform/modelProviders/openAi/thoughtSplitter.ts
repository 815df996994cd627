import type { ModelEvent } from "../modelProvider.ts";

type TextEvent = Extract<ModelEvent, { type: "text" | "reasoning" }>;

/** Separates the thoughts that a model writes into the text of its answer. */
export interface ThoughtSplitter {
  /** Splits more text, which may end within a mark. */
  split(text: string): TextEvent[];
  /** Returns the text that was held back, because it could have been the start of a mark. */
  flush(): TextEvent[];
}

/** Qwen, DeepSeek R1 and Gemma begin an answer with these tags if their server does not separate the thoughts. */
const openTags = ["<think>", "<thinking>", "<thought>"];
/** Marks of Harmony, the format of gpt-oss. A channel's name stands between `<|channel|>` and `<|message|>`. */
const harmonyStarts = ["<|channel|>", "<|start|>"];
const harmonyMark = /<\|(channel|start|message|end|return|call)\|>/;
/** More white space than this begins a text: some models write nothing else. */
const maxStartLength = 200;
const maxHarmonyMarkLength = "<|channel|>".length;

/**
 * Only marks at the start of an answer count, so an answer may write about them. Within Harmony all marks count, because
 * the model cannot write them as text.
 */
export function createThoughtSplitter(): ThoughtSplitter {
  let pending = "";
  let mode: "start" | "text" | "tag" | "harmony" = "start";
  let closeTag = "";
  let type: TextEvent["type"] = "text";
  let channel: string | null = null;
  let isFresh = false;

  function take(length: number): TextEvent[] {
    const raw = pending.slice(0, length);
    pending = pending.slice(length);
    // The blank lines around thoughts belong to the marks.
    const text = isFresh ? raw.trimStart() : raw;
    if (text === "") return [];
    isFresh = false;
    return [{ type, text }];
  }

  function readStart(): void {
    const text = pending.trimStart();
    const openTag = openTags.find((tag) => text.startsWith(tag));
    if (openTag !== undefined) {
      pending = text.slice(openTag.length);
      closeTag = openTag.replace("<", "</");
      type = "reasoning";
      isFresh = true;
      mode = "tag";
    } else if (harmonyStarts.some((mark) => text.startsWith(mark))) {
      pending = text;
      mode = "harmony";
    } else if (
      pending.length > maxStartLength ||
      ![...openTags, ...harmonyStarts].some((mark) => mark.startsWith(text))
    ) {
      mode = "text";
    }
  }

  function readTag(): TextEvent[] {
    const end = pending.indexOf(closeTag);
    if (end < 0) return take(pending.length - lengthOfPartialMark(pending, closeTag));
    const events = take(end);
    pending = pending.slice(closeTag.length);
    type = "text";
    isFresh = true;
    mode = "text";
    return events;
  }

  function readHarmony(): TextEvent[] {
    const events: TextEvent[] = [];
    const takeContent = (length: number) => {
      if (channel === null) return events.push(...take(length));
      channel += pending.slice(0, length);
      pending = pending.slice(length);
      return undefined;
    };
    for (let match = harmonyMark.exec(pending); match; match = harmonyMark.exec(pending)) {
      takeContent(match.index);
      pending = pending.slice(match[0].length);
      if (match[1] === "message") {
        type = /^\s*(assistant)?\s*(final|$)/.test(channel ?? "") ? "text" : "reasoning";
        channel = null;
        isFresh = true;
      } else {
        channel = "";
      }
    }
    const markStart = pending.lastIndexOf("<", pending.length);
    const isPartial = markStart >= 0 && pending.length - markStart < maxHarmonyMarkLength;
    takeContent(isPartial && /^<(\|[a-z]*\|?)?$/.test(pending.slice(markStart)) ? markStart : pending.length);
    return events;
  }

  return {
    split(text) {
      pending += text;
      if (mode === "start") readStart();
      const events = mode === "tag" ? readTag() : mode === "harmony" ? readHarmony() : [];
      if (mode === "text") events.push(...take(pending.length));
      return events;
    },
    flush() {
      return channel === null ? take(pending.length) : [];
    },
  };
}

/** Returns the length of the longest end of `text` that is the start of `mark`. */
function lengthOfPartialMark(text: string, mark: string): number {
  for (let length = Math.min(mark.length - 1, text.length); length > 0; length--)
    if (mark.startsWith(text.slice(-length))) return length;
  return 0;
}
