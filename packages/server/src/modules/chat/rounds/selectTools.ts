import type { Run } from "../../../core/context.ts";
import type { RunTool } from "../../../core/run/tool.ts";

/**
 * Returns the tools that the model may call. Nobody can approve a call whose arguments are hidden, or that a program gets,
 * which does not run anything either.
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
