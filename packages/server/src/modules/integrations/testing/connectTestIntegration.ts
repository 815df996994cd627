import { type IntegrationId, integrationIds } from "@lectern/contract";
import type { Platform } from "../../../core/context.ts";
import { getIntegrationRegistry } from "../providers.ts";
import { sealTokens } from "../tokens/sealedTokens.ts";

const clientId = "test-client";

/** Enables integrations as an administrator does, with the API of each at these origins. */
export async function enableTestIntegrations(
  platform: Platform,
  apiOrigins: readonly string[],
  enabled: readonly IntegrationId[] = integrationIds,
): Promise<void> {
  const { integrations } = getIntegrationRegistry(platform);
  for (const id of integrationIds) integrations[id] = { ...integrations[id], apiOrigins };
  const now = platform.clock.now();
  const value = JSON.stringify({ google: { clientId, enabled } });
  await platform.db
    .insertInto("settings")
    .values({ name: "integrations", value, updated_at: now, updated_by: null })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
  const sealed = platform.secrets.seal("integrationSecrets", JSON.stringify({ clientId, value: "test-secret" }));
  await platform.db
    .insertInto("secrets")
    .values({ name: "integrationSecret/google", sealed, created_at: now })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ sealed }))
    .execute();
}

/** Connects an integration of a person, with a token that does not expire during a test. */
export async function connectTestIntegration(
  platform: Platform,
  personId: string,
  id: IntegrationId,
  { token, needsReconnect = false }: { token: string; needsReconnect?: boolean },
): Promise<void> {
  const now = platform.clock.now();
  const tokens = { accessToken: token, refreshToken: "refresh" };
  const row = {
    ...{ owner_id: personId, integration_id: id, client_id: clientId, subject: personId, account: null },
    ...{ scopes: "[]", expires_at: new Date(now.getTime() + 3_600_000), needs_reconnect: needsReconnect },
    ...{ sealed_tokens: sealTokens(platform, { ownerId: personId, integrationId: id }, tokens), connected_at: now },
  };
  const { owner_id: _owner, integration_id: _id, ...changes } = row;
  await platform.db
    .insertInto("integration_connections")
    .values(row)
    .onConflict((conflict) => conflict.columns(["owner_id", "integration_id"]).doUpdateSet(changes))
    .execute();
}
