import { isCustomApi } from "@lectern/contract";
import type { Actor, Platform } from "../../../core/context.ts";
import type { AppliedAssistant } from "../../../core/run/appliedAssistant.ts";
import { getOwnerId } from "../../access/service.ts";
import { isFlagOn } from "../../flags/service.ts";
import { prepareBuiltInCall } from "../builtIn/prepareBuiltInCall.ts";
import { callWithIntegration } from "../integrations/callWithIntegration.ts";
import { listUsableIntegrations } from "../integrations/listUsableIntegrations.ts";
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
  const usable = await listUsableIntegrations(platform, actor);
  const registered = (await listRegisteredOperations(platform, registeredIds)).filter(
    ({ integration }) => integration === undefined || (isSignedIn(actor) && usable.has(integration)),
  );
  const { secrets } = platform;
  return listCallableOperations({ assistant, registered, principalId: getOwnerId(actor), secrets });
}

/** Programs with an API key do not reach the person's accounts, which only the person can connect. */
const isSignedIn = ({ credential }: Actor): boolean => credential.kind === "session";

export const createOperationServices = (platform: Platform, actor: Actor): OperationServices => ({
  wait: platform.wait,
  send: ({ request, integration, builtIn }, params, signal) => {
    const call = builtIn ? prepareBuiltInCall(builtIn, request, params) : { template: request, params };
    if (integration === null) return callHttpOperation(platform, call, { signal });
    return callWithIntegration(platform, { ...call, integration, personId: getOwnerId(actor) }, signal);
  },
});
