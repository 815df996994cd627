import type { HttpCallResult, IntegrationId } from "@lectern/contract";
import type { Platform } from "../../../core/context.ts";
import { getIntegration, getIntegrationToken, markRefused } from "../../integrations/service.ts";
import { callHttpOperation, type HttpOperationCall } from "../request/callHttpOperation.ts";
import { assertApiOrigin } from "./assertApiOrigin.ts";
import { formatAccessProblem, type Problem } from "./formatAccessProblem.ts";

/** Why there was no call, for the model, which tells the person what to do. */
export interface AccessProblem {
  accessProblem: string;
}

interface IntegrationCall extends HttpOperationCall {
  integration: IntegrationId;
  /** Who asks. The call uses the account of this person, whoever made the operation. */
  personId: string;
}

/**
 * Sends a request with the token of a person, to the origins of the integration's API only. If the API refuses the token,
 * it is refreshed, which tells whether the provider still accepts the connection, and a reading request is sent once more.
 * Throws as `callHttpOperation`.
 */
export async function callWithIntegration(
  platform: Platform,
  { integration, personId, ...call }: IntegrationCall,
  signal: AbortSignal,
): Promise<HttpCallResult | AccessProblem> {
  // Before the token is read: a stored URL may be another one than that which was checked when it was saved.
  assertApiOrigin(platform, integration, call.template.url);
  const { name, apiOrigins } = getIntegration(platform, integration);
  const toProblem = (problem: Problem) => ({ accessProblem: formatAccessProblem(name, problem) });
  const send = (token: string) => {
    const auth = { type: "bearer" as const, token, username: "", password: "" };
    const template = { ...call.template, auth };
    return callHttpOperation(platform, { ...call, template, origins: apiOrigins }, { signal });
  };

  const access = await getIntegrationToken(platform, personId, integration, { signal });
  if ("problem" in access) return toProblem(access.problem);
  const result = await send(access.token);
  if (result.status !== 401) return result;

  const refreshed = await getIntegrationToken(platform, personId, integration, { signal, refusedToken: access.token });
  if ("problem" in refreshed) return toProblem(refreshed.problem);
  // What changes something is not sent twice for one approval.
  const isRepeatable = refreshed.token !== access.token && call.template.requestType === "GET";
  if (!isRepeatable) return toProblem("unavailable");
  const repeated = await send(refreshed.token);
  if (repeated.status !== 401) return repeated;
  await markRefused(platform, personId, integration, refreshed.token);
  return toProblem("needsReconnect");
}
