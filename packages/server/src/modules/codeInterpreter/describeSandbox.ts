import { pythonFunctionsModule, pythonToolName } from "@lectern/contract";
import { escapeTags } from "../../core/run/escapeTags.ts";
import { estimateMaxTokens } from "../../platform/tokenCounter.ts";

/** The share of the context that each list may use, so that a small model still has space for the question. */
const listShare = 0.05;

/**
 * Describes what the code finds, as data before the question: the files of its folder, oldest first, and how the person's
 * functions are called. Of lists that are too long for the budget, the last lines remain. Empty if there is nothing.
 */
export function describeSandbox(fileNames: readonly string[], signatures: readonly string[], budget: number): string {
  const maxTokens = Math.floor(budget * listShare);
  return (
    describeList(`Files in the working folder of ${pythonToolName}`, "working_folder", fileNames, maxTokens) +
    describeList(
      `Functions of the person, which code can import from ${pythonFunctionsModule}`,
      "functions",
      signatures,
      maxTokens,
    )
  );
}

function describeList(title: string, tag: string, lines: readonly string[], maxTokens: number): string {
  if (lines.length === 0) return "";
  const tagPattern = new RegExp(`^/*${tag}`);
  const fitting = selectLast(
    lines.map((line) => escapeTags(line, tagPattern)),
    maxTokens,
  );
  const restCount = lines.length - fitting.length;
  const rest = restCount > 0 ? [`… and ${restCount} more`] : [];
  return `${title}:\n<${tag}>\n${[...fitting, ...rest].join("\n")}\n</${tag}>\n\n`;
}

/** Returns the last lines that fit. */
function selectLast(lines: readonly string[], maxTokens: number): string[] {
  let tokens = 0;
  const firstMissing = lines.findLastIndex((line) => {
    tokens += estimateMaxTokens(`${line}\n`);
    return tokens > maxTokens;
  });
  return lines.slice(firstMissing + 1);
}
