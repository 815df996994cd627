import type { Actor, Platform } from "../../core/context.ts";
import { getOwnerId } from "../access/service.ts";
import { listEnabledIntegrations, readRegisteredProviders } from "./registrations.ts";
import { listConnections } from "./repository.ts";

/** True if the actor can connect an integration, or has connected one that can be disconnected. */
export async function hasIntegrations({ db }: Pick<Platform, "db">, actor: Actor): Promise<boolean> {
  if (listEnabledIntegrations(await readRegisteredProviders(db)).length > 0) return true;
  return (await listConnections(db, getOwnerId(actor))).length > 0;
}
