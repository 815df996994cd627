import type { IntegrationId } from "@lectern/contract";
import type { Actor, Platform } from "../../../core/context.ts";
import { isFlagOn } from "../../flags/service.ts";
import { listEnabledIntegrations, readRegisteredProviders } from "../../integrations/service.ts";

/** Returns the integrations that an administrator has enabled, if the actor has the feature. */
export async function listUsableIntegrations(platform: Platform, actor: Actor): Promise<ReadonlySet<IntegrationId>> {
  if (!(await isFlagOn(platform, actor, "integrations"))) return new Set();
  return new Set(listEnabledIntegrations(await readRegisteredProviders(platform.db)));
}
