import type { PythonResult } from "../../ui/python/pythonInterpreter.ts";

import { modelTexts } from "./modelTexts.ts";

/** How much of a result the model reads. */
export const maxResultCharacters = 20_000;
const maxCharacters = { error: 6_000, value: 4_000, stderr: 3_000 };
/** What is left out is named in so many characters at most. */
const cutMarkCharacters = 60;

interface ResultNotes {
  /** What the model has to know before the result, such as which files it has. */
  notes: readonly string[];
  fileNames: readonly string[];
  timeoutMs: number;
}

/** Describes for the model what its code did. At most `maxResultCharacters` long, whatever the code printed. */
export function buildResultText(result: PythonResult, { notes, fileNames, timeoutMs }: ResultNotes): string {
  const { stdout, stderr, value, error } = result;
  const parts = [
    ...notes,
    ...describeEnd(result, timeoutMs),
    ...(error ? [`Error:\n${cutMiddle(error, maxCharacters.error)}`] : []),
    ...(value ? [`Value:\n${cutMiddle(value, maxCharacters.value)}`] : []),
    ...(stderr.trim() === "" ? [] : [`${modelTexts.standardError}\n${cutMiddle(stderr, maxCharacters.stderr)}`]),
    ...(fileNames.length > 0 ? [modelTexts.shownFiles(fileNames.join(", "))] : []),
  ];
  const rest = parts.join("\n\n");
  const room = maxResultCharacters - rest.length - 20;
  const output = stdout.trim() === "" ? [] : [`Output:\n${cutMiddle(stdout.trimEnd(), Math.max(1_000, room))}`];
  const text = [...output, ...parts].join("\n\n");
  return clean(text === "" ? modelTexts.noOutput : cutMiddle(text, maxResultCharacters));
}

function describeEnd({ status }: PythonResult, timeoutMs: number): string[] {
  switch (status) {
    case "done":
    case "failed":
      return [];
    case "timeout":
      return [modelTexts.timeout(Math.round(timeoutMs / 1_000))];
    case "stopped":
      return [modelTexts.stopped];
    case "crashed":
      return [modelTexts.crashed];
    case "unavailable":
      return [modelTexts.unavailable];
    default:
      return status satisfies never;
  }
}

/** Shortens a text in its middle, because its beginning and its end say the most. */
export function cutMiddle(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const length = Math.max(0, maxLength - cutMarkCharacters);
  const headLength = Math.ceil(length * 0.6);
  const tailLength = length - headLength;
  const mark = `\n[… ${text.length - length} characters are left out …]\n`;
  return text.slice(0, headLength) + mark + (tailLength === 0 ? "" : text.slice(-tailLength));
}

/** Removes what no message can contain. */
const clean = (text: string) => text.replaceAll("\0", "").toWellFormed();
