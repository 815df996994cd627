import { type ConfigData, configSchemas } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import type { Db, DbTransaction } from "../../platform/db/database.ts";
import { deleteSecrets, findSealedSecret, findVariables, listSecretNames, upsertSecrets } from "./repository.ts";

/** Returns the value of an application variable; null if administrators have not set it. */
export async function getApplicationVariable({ db }: Pick<Platform, "db">, name: string): Promise<string | null> {
  const variables = await listApplicationVariables(db);
  return Object.hasOwn(variables, name) ? (variables[name] ?? null) : null;
}

/**
 * Returns the value of an application secret; null if administrators have not set it. Throws `unavailable` if it can no
 * longer be decrypted. The value must never reach a browser, a log or the audit log.
 */
export async function getApplicationSecret(
  { db, secrets }: Pick<Platform, "db" | "secrets">,
  name: string,
): Promise<string | null> {
  const sealed = await findSealedSecret(db, name);
  try {
    return sealed === null ? null : secrets.open("applicationSecrets", sealed);
  } catch (error) {
    throw new AppError("unavailable", {
      userMessage: `The application secret “${name}” can no longer be read. An administrator must set it again.`,
      cause: error,
    });
  }
}

export async function listApplicationVariables(db: Db): Promise<ConfigData<"applicationVariables">> {
  return configSchemas.applicationVariables.safeParse(await findVariables(db)).data ?? {};
}

/** Lists the secrets without their values. */
export async function listApplicationSecrets(db: Db): Promise<ConfigData<"applicationSecrets">> {
  const secrets = await listSecretNames(db);
  return Object.fromEntries(secrets.map(({ name, setAt }) => [name, { setAt: setAt.toISOString() }]));
}

/** Seals and stores the secrets that have a value, and deletes those that are left out. */
export async function replaceApplicationSecrets(
  { secrets, clock }: Pick<Platform, "secrets" | "clock">,
  tx: DbTransaction,
  data: ConfigData<"applicationSecrets">,
): Promise<void> {
  const storedNames = (await listSecretNames(tx)).map(({ name }) => name);
  const entries = Object.entries(data);
  const missing = entries.find(([name, { value }]) => value === undefined && !storedNames.includes(name));
  if (missing) {
    throw new AppError("invalidInput", { userMessage: `The secret “${missing[0]}” needs a value.` });
  }
  const sealed = entries.flatMap(([name, { value }]) =>
    value === undefined ? [] : [{ name, sealed: secrets.seal("applicationSecrets", value) }],
  );
  await upsertSecrets(tx, sealed, clock.now());
  await deleteSecrets(
    tx,
    storedNames.filter((name) => !Object.hasOwn(data, name)),
  );
}
