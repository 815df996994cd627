import type { ModelConfig, ModelEndpointsConfig } from "@lectern/contract";
import type { Platform } from "../../core/context.ts";
import type { Db, DbTransaction } from "../../platform/db/database.ts";
import { comesBack, findEnvironmentEndpoint } from "./endpointAddresses.ts";
import { applyEndpointConfigs, toEndpointsConfig } from "./endpointConfigs.ts";
import { applyModelConfigs, toModelConfig } from "./modelConfigs.ts";
import { isGuide } from "./policy.ts";
import { deleteModelRows, deleteUnusedKeys, listModelRows, upsertModelRows } from "./repository.ts";

export { lockModels } from "./repository.ts";

/** Returns all models as administrators see them, by id. */
export async function listModelConfigs(db: Db): Promise<Record<string, ModelConfig>> {
  return Object.fromEntries((await listModelRows(db)).map((row) => [row.id, toModelConfig(row)]));
}

/** Lists the models that the next start would add again. They are made unavailable instead of being removed. */
export async function listEnvironmentModelIds(db: Db, platform: Pick<Platform, "config">): Promise<string[]> {
  return (await listModelRows(db)).filter((row) => comesBack(platform, row)).map(({ id }) => id);
}

/** Lists the names of the groups of the directory that models are available to. */
export async function listGroupsOfModels(db: Db): Promise<string[]> {
  const rows = await listModelRows(db);
  return [...new Set(rows.flatMap((row) => row.exclusive_group_availability))];
}

/** Stores models as administrators configure them. The catalogue is locked. Throws `invalidInput` that says what to change. */
export async function saveModelConfigs(
  tx: DbTransaction,
  { config, clock }: Pick<Platform, "config" | "clock">,
  configs: Readonly<Record<string, ModelConfig>>,
): Promise<void> {
  const rows = await listModelRows(tx);
  const changedRows = applyModelConfigs(rows, configs, {
    now: clock.now(),
    comesBack: (row) => comesBack({ config }, row),
    findEndpoint: (provider) => findEnvironmentEndpoint(config, provider),
  });
  const ids = new Set(changedRows.map(({ id }) => id));
  await upsertModelRows(tx, changedRows);
  await deleteModelRows(
    tx,
    rows.filter(({ id }) => !ids.has(id)).map(({ id }) => id),
  );
  await deleteUnusedKeys(tx);
}

/** Returns the addresses of each model, without keys. The guide has none. */
export async function listEndpointConfigs(db: Db, platform: Pick<Platform, "config">): Promise<ModelEndpointsConfig[]> {
  const rows = (await listModelRows(db)).filter((row) => !isGuide(row));
  return rows.map((row) => toEndpointsConfig(platform, row));
}

/** Stores the addresses of models. The catalogue is locked. Throws an `AppError` that says what to change. */
export async function saveEndpointConfigs(
  tx: DbTransaction,
  platform: Pick<Platform, "config" | "secrets" | "clock">,
  configs: readonly ModelEndpointsConfig[],
): Promise<void> {
  const rows = await listModelRows(tx);
  await upsertModelRows(tx, await applyEndpointConfigs(tx, platform, { rows, configs }));
  await deleteUnusedKeys(tx);
}
