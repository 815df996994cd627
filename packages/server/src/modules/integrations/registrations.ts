import {
  type ConfigData,
  getProviderOf,
  IntegrationId,
  integrationIds,
  type ProviderConfig,
  ProviderId,
  providerIds,
} from "@lectern/contract";
import * as z from "zod/mini";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import type { Db, DbTransaction } from "../../platform/db/database.ts";
import { getIntegrationRegistry } from "./providers.ts";
import { deleteSecret, findProviderSettings, findSealedSecret, upsertSecret } from "./repository.ts";

/** This server at a provider. */
export interface Registration {
  clientId: string;
  clientSecret: string;
}

const StoredProvider = z.object({ clientId: z.string(), enabled: z.array(IntegrationId) });
const StoredProviders = z.partialRecord(ProviderId, StoredProvider);
type StoredProviders = z.infer<typeof StoredProviders>;

/** A secret belongs to the client id for which somebody has entered it. */
const SealedSecret = z.object({ clientId: z.string(), value: z.string() });

/** Returns the providers that administrators have registered this server at, without the secrets. */
export async function readRegisteredProviders(db: Db): Promise<StoredProviders> {
  return z.safeParse(StoredProviders, await findProviderSettings(db)).data ?? {};
}

/** Returns the integrations that people may connect. */
export function listEnabledIntegrations(providers: StoredProviders): IntegrationId[] {
  return integrationIds.filter((id) => providers[getProviderOf(id)]?.enabled.includes(id));
}

/**
 * Returns the registration at the provider of an integration; null if administrators have not enabled it. Throws
 * `unavailable` if the secret can no longer be read.
 */
export async function findRegistration(
  platform: Pick<Platform, "db" | "secrets">,
  id: IntegrationId,
): Promise<Registration | null> {
  const providerId = getProviderOf(id);
  const provider = (await readRegisteredProviders(platform.db))[providerId];
  if (!provider?.enabled.includes(id)) return null;
  const stored = await findSealedSecret(platform.db, providerId);
  const clientSecret = stored && openSecret(platform, stored.sealed, provider.clientId);
  if (clientSecret === null) {
    throw new AppError("unavailable", {
      userMessage: "This integration can’t be used at the moment. An administrator must enter its client secret again.",
    });
  }
  return { clientId: provider.clientId, clientSecret };
}

/** Lists the registrations as administrators see them. */
export async function listProviderConfigs(db: Db): Promise<ConfigData<"integrations">> {
  const providers = await readRegisteredProviders(db);
  const configs: ConfigData<"integrations"> = {};
  for (const providerId of providerIds) {
    const provider = providers[providerId];
    if (!provider) continue;
    const secret = await findSealedSecret(db, providerId);
    configs[providerId] = { ...provider, clientSecret: { setAt: secret?.created_at.toISOString() ?? null } };
  }
  return configs;
}

/**
 * Checks registrations, and seals and stores their secrets. Returns what to store in the settings. A provider that is
 * left out stays as it is; one without a client id is removed. Throws `invalidInput`.
 */
export async function saveProviderConfigs(
  platform: Platform,
  tx: DbTransaction,
  data: ConfigData<"integrations">,
): Promise<StoredProviders> {
  const providers = await readRegisteredProviders(tx);
  for (const providerId of providerIds) {
    const config = data[providerId];
    if (!config) continue;
    const provider = await saveProviderConfig(platform, tx, { providerId, config, before: providers[providerId] });
    if (provider) providers[providerId] = provider;
    else delete providers[providerId];
  }
  return providers;
}

interface ProviderChange {
  providerId: ProviderId;
  config: ProviderConfig;
  before: z.infer<typeof StoredProvider> | undefined;
}

async function saveProviderConfig(
  platform: Platform,
  tx: DbTransaction,
  { providerId, config, before }: ProviderChange,
): Promise<z.infer<typeof StoredProvider> | null> {
  const { name } = getIntegrationRegistry(platform).providers[providerId];
  const clientId = config.clientId.trim();
  const enabled = integrationIds.filter((id) => config.enabled.includes(id));
  if (enabled.some((id) => getProviderOf(id) !== providerId)) throw refuse(`An integration is not one of ${name}.`);
  if (clientId === "") {
    if (enabled.length > 0) throw refuse(`Enter the client ID of ${name}, or switch its integrations off.`);
    await deleteSecret(tx, providerId);
    return null;
  }
  const value = config.clientSecret.value?.trim();
  if (value !== undefined) {
    if (value === "") throw refuse(`Enter the client secret of ${name}.`);
    const sealed = platform.secrets.seal("integrationSecrets", JSON.stringify({ clientId, value }));
    await upsertSecret(tx, providerId, { sealed, created_at: platform.clock.now() });
  } else if (!before || (await findSealedSecret(tx, providerId)) === null) {
    throw refuse(`Enter the client secret of ${name}.`);
  } else if (before.clientId !== clientId) {
    throw refuse(`The client ID of ${name} is another one, so enter the client secret that belongs to it, too.`);
  }
  return { clientId, enabled };
}

function openSecret({ secrets }: Pick<Platform, "secrets">, sealed: string, clientId: string): string | null {
  try {
    const secret = SealedSecret.parse(JSON.parse(secrets.open("integrationSecrets", sealed)));
    return secret.clientId === clientId ? secret.value : null;
  } catch {
    return null; // sealed with another secret of the server
  }
}

const refuse = (userMessage: string) => new AppError("invalidInput", { userMessage });
