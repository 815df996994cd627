import type { IntegrationId, RegisteredOperation } from "@lectern/contract";
import type { Platform } from "../../../core/context.ts";
import { getIntegration } from "../../integrations/service.ts";
import type { BuiltInOperation } from "./builtInOperation.ts";

/** Shows a built-in operation as one that is registered, with the integration as its tag. */
export function presentBuiltInOperation(platform: Pick<Platform, "state">, operation: BuiltInOperation) {
  const { id, method, description, params, integration } = operation;
  return {
    ...{ id, name: id, method, description, type: "custom", integration, isBuiltIn: true },
    data: { defaultErrorMessage: "", shouldConfirm: method !== "GET", confirmationMessage: "" },
    params: params.map(({ name, description }) => ({ name, description })),
    tags: [getIntegration(platform, integration).name],
  } satisfies RegisteredOperation;
}

/** Returns where a built-in operation goes. */
export function getBuiltInUrl(
  platform: Pick<Platform, "state">,
  { integration, path }: { integration: IntegrationId; path: string },
): string {
  const [origin = ""] = getIntegration(platform, integration).apiOrigins;
  return origin + path;
}
