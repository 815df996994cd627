import type { Run } from "../../../core/context.ts";
import type { RunTool } from "../../../core/run/tool.ts";

/**
 * Returns the tools that the model may call. A program that asks gets no tools that run in the browser, and none that need
 * approval, because nobody could give it. Hidden arguments cannot be approved either. If the person has chosen the code
 * interpreter alone, only tools that run in the browser remain.
 */
export function selectTools(
  tools: readonly RunTool[],
  { isVerbatim, codeInterpreter }: Run["turn"],
  isSecret: boolean,
): RunTool[] {
  return tools.filter((tool) => {
    if (tool.runsInBrowser) return !isVerbatim;
    if (codeInterpreter?.isOnly) return false;
    return !(tool.needsApproval && (isVerbatim || (isSecret && !tool.showsArguments)));
  });
}
