import type { Run, RunStep } from "../../../core/context.ts";
import type { AppliedAssistant } from "../../../core/run/appliedAssistant.ts";
import type { RunContribution } from "../../../core/run/run.ts";
import { getOwnerId } from "../../access/service.ts";
import { isFlagOn } from "../../flags/service.ts";
import { callHttpOperation, listRegisteredOperations } from "../service.ts";
import { listCallableOperations } from "./callableOperation.ts";
import { createOperationTools } from "./operationTools.ts";

/** Lets the model call the operations of the assistant that answers. */
export const operationsStep: RunStep = {
  name: "operations",
  begin: (run) => {
    const { assistant } = run;
    return assistant && assistant.operations.length > 0 ? { prepare: () => contributeTools(run, assistant) } : {};
  },
};

async function contributeTools(run: Run, assistant: AppliedAssistant): Promise<RunContribution | undefined> {
  const { platform, actor } = run;
  if (!(await isFlagOn(platform, actor, "assistantApis"))) return undefined;
  const registeredIds = assistant.operations.filter(({ type }) => type !== "http").map(({ id }) => id);
  const registered = await listRegisteredOperations(platform, registeredIds);
  const { secrets, wait } = platform;
  const operations = listCallableOperations({ assistant, registered, principalId: getOwnerId(actor), secrets });
  const tools = createOperationTools(operations, {
    wait,
    send: ({ request }, params, signal) => callHttpOperation(platform, { template: request, params }, { signal }),
  });
  return { tools };
}
