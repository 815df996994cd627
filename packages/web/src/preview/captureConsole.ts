import { type ConsoleLevel, maxPreviewTextLength, type PreviewReply } from "../ui/preview/previewMessages.ts";
import { findPlace, nameSources } from "./places.ts";

/** An artifact may write this many lines per period. Others are only counted. */
const maxLines = 100;
const periodMs = 1_000;

const levels: Readonly<Record<string, ConsoleLevel>> = {
  log: "log",
  info: "info",
  debug: "log",
  warn: "warn",
  error: "error",
  table: "log",
  dir: "log",
  trace: "log",
};

/** Sends what the artifact writes to its console, and what it would show in dialogs, which the frame may not open. */
export function captureConsole(send: (reply: PreviewReply) => void): void {
  let lineCount = 0;
  let omittedCount = 0;
  const startPeriod = () => {
    lineCount = 0;
    if (omittedCount > 0) send({ type: "omitted", count: omittedCount });
    omittedCount = 0;
  };
  const write = (level: ConsoleLevel, values: readonly unknown[]) => {
    if (lineCount === 0) setTimeout(startPeriod, periodMs);
    lineCount += 1;
    if (lineCount > maxLines) {
      omittedCount += 1;
      return;
    }
    const text = nameSources(values.map((value) => formatValue(value)).join(" ")).slice(0, maxPreviewTextLength);
    send({ type: "console", level, text, ...findPlace(new Error().stack ?? "") });
  };
  for (const [method, level] of Object.entries(levels)) {
    Object.assign(console, { [method]: (...values: unknown[]) => write(level, values) });
  }
  console.assert = (condition, ...values) => {
    if (!condition) write("error", ["Assertion failed:", ...values]);
  };
  window.alert = (message?: unknown) => write("info", ["alert:", message]);
  window.confirm = (message) => {
    write("info", ["confirm:", message, "(answered with no)"]);
    return false;
  };
  window.prompt = (message) => {
    write("info", ["prompt:", message, "(answered with nothing)"]);
    return null;
  };
}

/** Formats a value as a console does, without its details. */
function formatValue(value: unknown, depth = 0): string {
  try {
    if (typeof value === "string")
      return depth === 0 ? value.slice(0, maxPreviewTextLength) : JSON.stringify(value.slice(0, 200));
    if (typeof value === "function") return `ƒ ${value.name}`;
    if (typeof value !== "object" || value === null) return String(value);
    if (value instanceof Error) return `${value.name}: ${value.message}`;
    if (value instanceof Element) return `<${value.localName}>`;
    if (depth > 2) return Array.isArray(value) ? "[…]" : "{…}";
    if (Array.isArray(value)) {
      const items = value.slice(0, 100).map((item) => formatValue(item, depth + 1));
      return `[${items.join(", ")}${value.length > 100 ? ", …" : ""}]`;
    }
    const entries = Object.entries(value).slice(0, 50);
    return `{${entries.map(([key, item]) => `${key}: ${formatValue(item, depth + 1)}`).join(", ")}}`;
  } catch {
    return "[value]";
  }
}
