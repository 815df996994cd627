import type { IntegrationId } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import type { Platform } from "../../../core/context.ts";
import { getIntegration } from "../../integrations/service.ts";
import { getOrigin } from "../secrets/requestSecrets.ts";

/** Throws `invalidInput` if requests to this URL must not get the token of an integration. */
export function assertApiOrigin(platform: Pick<Platform, "state">, id: IntegrationId, url: string): void {
  const { name, apiOrigins } = getIntegration(platform, id);
  if (apiOrigins.includes(getOrigin(url))) return;
  const origins = apiOrigins.join(", ");
  throw new AppError("invalidInput", {
    userMessage: `An operation with the person’s ${name} account must have a URL at ${origins}.`,
  });
}
