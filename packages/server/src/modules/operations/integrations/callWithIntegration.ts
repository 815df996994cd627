import type { HttpCallResult, IntegrationId } from "@lectern/contract";
import type { Platform } from "../../../core/context.ts";
import { getIntegration, getIntegrationToken } from "../../integrations/service.ts";
import { callHttpOperation, type HttpOperationCall } from "../request/callHttpOperation.ts";
import { assertApiOrigin } from "./assertApiOrigin.ts";
import { formatAccessProblem } from "./formatAccessProblem.ts";

/** Why there was no call, for the model, which tells the person what to do. */
export interface AccessProblem {
  accessProblem: string;
}

interface IntegrationCall extends HttpOperationCall {
  integration: IntegrationId;
  /** Who asks. The call uses the account of this person, whoever made the operation. */
  personId: string;
}

/** Sends a request with the token of a person, to the origins of the integration's API only. Throws as `callHttpOperation`. */
export async function callWithIntegration(
  platform: Platform,
  { integration, personId, ...call }: IntegrationCall,
  signal: AbortSignal,
): Promise<HttpCallResult | AccessProblem> {
  // Before the token is read: a stored URL may be another one than that which was checked when it was saved.
  assertApiOrigin(platform, integration, call.template.url);
  const { name, apiOrigins } = getIntegration(platform, integration);
  const access = await getIntegrationToken(platform, personId, integration);
  if ("problem" in access) return { accessProblem: formatAccessProblem(name, access.problem) };
  const auth = { type: "bearer" as const, token: access.token, username: "", password: "" };
  const template = { ...call.template, auth };
  const result = await callHttpOperation(platform, { ...call, template, origins: apiOrigins }, { signal });
  return result.status === 401 ? { accessProblem: formatAccessProblem(name, "needsReconnect") } : result;
}
