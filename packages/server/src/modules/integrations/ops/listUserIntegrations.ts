import { getProviderOf, type IntegrationId, integrationIds, listUserIntegrations } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { presentIntegration } from "../present.ts";
import { listEnabledIntegrations, readRegisteredProviders } from "../registrations.ts";
import { listConnections } from "../repository.ts";

export const listUserIntegrationsHandler = implement(listUserIntegrations, async (ctx, { integrations }) => {
  const providers = await readRegisteredProviders(ctx.db);
  const enabled = listEnabledIntegrations(providers);
  const connections = await listConnections(ctx.db, getOwnerId(ctx.actor));
  const isAsked = (id: IntegrationId) => integrations === undefined || integrations.includes(id);
  const available = integrationIds.filter(isAsked).flatMap((id) => {
    const connection = connections.find(({ integration_id }) => integration_id === id) ?? null;
    // What a person has connected can be disconnected after an administrator has disabled it.
    if (!enabled.includes(id) && !connection) return [];
    const clientId = providers[getProviderOf(id)]?.clientId ?? null;
    return [presentIntegration(ctx, { id, connection, clientId, isDisabled: !enabled.includes(id) })];
  });
  return { connected: available.flatMap(({ id, isConnected }) => (isConnected ? [id] : [])), available };
});
