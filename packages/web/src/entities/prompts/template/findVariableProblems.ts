import { parsePromptVariables } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { RE2JS } from "re2js";

/** In English exactly as specified. */
export const getInvalidRegexText = () => t`Invalid regex pattern`;

/** True if the linear-time regex engine accepts the pattern. It supports neither look-around nor backreferences. */
export function isValidRegex(pattern: string): boolean {
  try {
    RE2JS.compile(pattern);
    return true;
  } catch {
    // The engine's message would not help the person.
    return false;
  }
}

/** Returns a sentence for each invalid variable of a text. */
export function findVariableProblems(content: string): string[] {
  return parsePromptVariables(content).flatMap(({ name, problem, options }) => {
    if (problem !== null) return [t`The options of “${name}” can’t be read: ${problem}.`];
    return options.regex !== undefined && !isValidRegex(options.regex) ? [t`Invalid regex pattern of “${name}”.`] : [];
  });
}
