import type { Run, RunStep } from "../../../core/context.ts";
import type { AppliedAssistant } from "../../../core/run/appliedAssistant.ts";
import type { RunContribution } from "../../../core/run/run.ts";
import { createOperationServices, loadCallableOperations } from "./loadCallableOperations.ts";
import { createOperationTools } from "./operationTools.ts";

/** Lets the model call the operations of the assistant that answers. */
export const operationsStep: RunStep = {
  name: "operations",
  begin: (run) => {
    const { assistant } = run;
    return assistant && assistant.operations.length > 0 ? { prepare: () => contributeTools(run, assistant) } : {};
  },
};

async function contributeTools(
  { platform, actor }: Run,
  assistant: AppliedAssistant,
): Promise<RunContribution | undefined> {
  const operations = await loadCallableOperations(platform, actor, assistant);
  if (operations.length === 0) return undefined;
  return { tools: createOperationTools(operations, createOperationServices(platform, actor)) };
}
