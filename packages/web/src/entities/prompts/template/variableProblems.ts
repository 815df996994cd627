import { parsePromptVariables } from "@lectern/contract";
import { RE2JS } from "re2js";

/** [A9.20] The specification's words. */
export const invalidRegex = "Invalid regex pattern";

/** Whether it is a pattern for the engine that reads it, whose time grows with the text only: no look-around, no back references. */
export function isRegex(pattern: string): boolean {
  try {
    RE2JS.compile(pattern);
    return true;
  } catch {
    // How it says so is of no use to the person; that it is none is.
    return false;
  }
}

/** What cannot stay as it is in the variables of a text, a sentence each. */
export function variableProblems(content: string): string[] {
  return parsePromptVariables(content).flatMap(({ name, problem, options }) => {
    if (problem !== null) return [`The options of “${name}” cannot be read: ${problem}.`];
    return options.regex !== undefined && !isRegex(options.regex) ? [`${invalidRegex} of “${name}”.`] : [];
  });
}
