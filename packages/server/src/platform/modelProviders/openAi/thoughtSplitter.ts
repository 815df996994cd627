import type { ModelEvent } from "../modelProvider.ts";

type TextEvent = Extract<ModelEvent, { type: "text" | "reasoning" | "thoughtsEnd" }>;

/** Separates the thoughts that a model writes into the text of its answer. */
export interface ThoughtSplitter {
  /** Splits more text, which may end within a mark. */
  split(text: string): TextEvent[];
  /** Returns the text that was held back, because it could have been the start of a mark. */
  flush(): TextEvent[];
}

/**
 * The tags around the thoughts with which an answer begins if its server does not separate them: of Qwen and DeepSeek R1,
 * of instructed models, of Gemini behind its OpenAI-compatible API, of Magistral, Seed-OSS, Kimi and Command A.
 */
const closeTags: ReadonlyMap<string, string> = new Map([
  ["<think>", "</think>"],
  ["<thinking>", "</thinking>"],
  ["<thought>", "</thought>"],
  ["<reasoning>", "</reasoning>"],
  ["[THINK]", "[/THINK]"],
  ["<seed:think>", "</seed:think>"],
  ["◁think▷", "◁/think▷"],
  ["<|START_THINKING|>", "<|END_THINKING|>"],
]);
const openTags = [...closeTags.keys()];
/** Marks of Harmony, the format of gpt-oss. A channel's name stands between `<|channel|>` and `<|message|>`. */
const harmonyStarts = ["<|channel|>", "<|start|>"];
const harmonyMark = /<\|(channel|start|message|end|return|call)\|>/;
/** What remains of Harmony in servers that remove its marks: `analysisThe person greets me.assistantfinalGood morning.` */
const barePrefix = "analysis";
const bareStart = /^analysis[A-Z"“]/;
const bareEnd = "assistantfinal";
/**
 * The template of QwQ, Qwen 3 and DeepSeek R1 in vLLM and llama.cpp opens the thoughts itself, so that the answer only
 * closes them, on a line of its own.
 */
const loneCloseTag = "</think>";
/** More white space than this begins a text: some models write nothing else. */
const maxStartLength = 200;
const maxHarmonyMarkLength = "<|channel|>".length;

/**
 * Only marks at the start of an answer count, and the end of thoughts that no mark began, so an answer may write about
 * them. Within Harmony all marks count, because the model cannot write them as text.
 */
export function createThoughtSplitter(): ThoughtSplitter {
  let pending = "";
  let mode: "start" | "text" | "tag" | "harmony" | "bare" = "start";
  let closeTag = "";
  let type: "text" | "reasoning" = "text";
  let channel: string | null = null;
  let isFresh = false;
  /** True as long as all text may turn out to be thoughts. */
  let mayBeThoughts = true;
  let isInFence = false;
  /** The start of the current line, as far as it has been returned. */
  let line = "";

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
      closeTag = closeTags.get(openTag) ?? "";
      type = "reasoning";
      isFresh = true;
      mode = "tag";
    } else if (harmonyStarts.some((mark) => text.startsWith(mark))) {
      pending = text;
      mode = "harmony";
    } else if (bareStart.test(text)) {
      mode = "bare";
    } else if (
      pending.length > maxStartLength ||
      ![...openTags, ...harmonyStarts, barePrefix].some((mark) => mark.startsWith(text))
    ) {
      mode = "text";
    }
  }

  /** Returns text, and holds back a line that may be the closing tag. */
  function readText(isEnd: boolean): TextEvent[] {
    const events: TextEvent[] = [];
    while (mayBeThoughts && pending !== "") {
      const lineEnd = pending.indexOf("\n");
      const isWhole = lineEnd >= 0 || isEnd;
      const rest = lineEnd < 0 ? pending : pending.slice(0, lineEnd);
      const tag = rest.trim();
      const mayClose = line.trim() === "" && !isInFence && loneCloseTag.startsWith(tag);
      if (mayClose && isWhole && tag === loneCloseTag) {
        pending = pending.slice(rest.length);
        mayBeThoughts = false;
        isFresh = true;
        events.push({ type: "thoughtsEnd" });
        break;
      }
      if (mayClose && !isWhole && tag !== "") return events;
      line += rest;
      // An answer that writes about the tags, or text that thoughts do not precede.
      if (openTags.some((openTag) => line.includes(openTag))) mayBeThoughts = false;
      // Its start no longer counts, and its end may be the start of a tag.
      if (line.length > maxStartLength) line = `x${line.slice(-maxHarmonyMarkLength)}`;
      if (lineEnd >= 0) {
        if (/^ {0,3}(```|~~~)/.test(line)) isInFence = !isInFence;
        line = "";
      }
      events.push(...take(lineEnd < 0 ? rest.length : lineEnd + 1));
    }
    return [...events, ...take(pending.length)];
  }

  function readTag(): TextEvent[] {
    const end = pending.indexOf(closeTag);
    if (end < 0) return take(pending.length - lengthOfPartialMark(pending, closeTag));
    const events = take(end);
    pending = pending.slice(closeTag.length);
    type = "text";
    isFresh = true;
    mode = "text";
    mayBeThoughts = false;
    return events;
  }

  /** Returns text, which turns out to be thoughts if their end follows. */
  function readBare(): TextEvent[] {
    const end = pending.indexOf(bareEnd);
    if (end < 0) return take(pending.length - lengthOfPartialMark(pending, bareEnd));
    const events = take(end);
    pending = pending.slice(bareEnd.length);
    isFresh = true;
    mode = "text";
    mayBeThoughts = false;
    return [...events, { type: "thoughtsEnd" }];
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
      const events =
        mode === "tag" ? readTag() : mode === "harmony" ? readHarmony() : mode === "bare" ? readBare() : [];
      if (mode === "text") events.push(...readText(false));
      return events;
    },
    flush() {
      if (mode === "text") return readText(true);
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
