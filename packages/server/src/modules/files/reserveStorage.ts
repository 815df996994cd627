import type { Config } from "../../config.ts";
import type { DbTransaction } from "../../platform/db/database.ts";
import type { OwnerId } from "../access/service.ts";
import { assertStorageAvailable } from "./policy.ts";
import { lockUsedStorage } from "./repository.ts";

/** Throws `tooLarge` unless the owner has space for so many bytes until the transaction ends. */
export async function reserveStorage(
  tx: DbTransaction,
  ownerId: OwnerId,
  bytes: number,
  config: Config,
): Promise<void> {
  assertStorageAvailable(await lockUsedStorage(tx, ownerId), bytes, config);
}
