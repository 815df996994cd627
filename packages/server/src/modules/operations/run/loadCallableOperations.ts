import { isCustomApi } from "@lectern/contract";
import type { Actor, Platform } from "../../../core/context.ts";
import type { AppliedAssistant } from "../../../core/run/appliedAssistant.ts";
import { getOwnerId } from "../../access/service.ts";
import { isFlagOn } from "../../flags/service.ts";
import { listRegisteredOperations } from "../listRegisteredOperations.ts";
import { callHttpOperation } from "../request/callHttpOperation.ts";
import { type CallableOperation, listCallableOperations } from "./callableOperation.ts";
import type { OperationServices } from "./operationTools.ts";

/** Returns what an assistant can call for the actor; nothing while the feature is off for them. */
export async function loadCallableOperations(
  platform: Platform,
  actor: Actor,
  assistant: AppliedAssistant,
): Promise<CallableOperation[]> {
  if (!(await isFlagOn(platform, actor, "assistantApis"))) return [];
  const registeredIds = assistant.operations.filter((operation) => !isCustomApi(operation)).map(({ id }) => id);
  const registered = await listRegisteredOperations(platform, registeredIds);
  const { secrets } = platform;
  return listCallableOperations({ assistant, registered, principalId: getOwnerId(actor), secrets });
}

export const createOperationServices = (platform: Platform): OperationServices => ({
  wait: platform.wait,
  send: ({ request }, params, signal) => callHttpOperation(platform, { template: request, params }, { signal }),
});
