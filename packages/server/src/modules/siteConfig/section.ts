import type { ConfigData, ConfigType } from "@lectern/contract";
import type { Actor, Context, Platform } from "../../core/context.ts";
import type { Db, DbTransaction } from "../../platform/db/database.ts";

/** What a section does that is not the same for all of them. */
export interface ConfigSection<Type extends ConfigType = ConfigType> {
  type: Type;
  /** True if the administration opens with it. */
  isFirst: boolean;
  /** Returns the data as administrators see it, with defaults in place of what nobody has saved. */
  read(db: Db, platform: Platform): Promise<ConfigData<Type>>;
  /** Locks what must be locked before the section. */
  lock?(tx: DbTransaction): Promise<void>;
  /** Says what of the data is not stored, because it is incomplete. `isAll`: nothing else is in it. */
  describeIncomplete?(data: ConfigData<Type>): { message: string; isAll: boolean } | null;
  /**
   * Checks the data, and stores it if the section has tables of its own. Returns the JSON to store in `settings`, or
   * null. The section is locked. Throws an `AppError` that says what to change.
   */
  save(tx: DbTransaction, change: { ctx: Context; actor: Actor; data: ConfigData<Type> }): Promise<object | null>;
  /** Returns the values that cannot be changed, because the server's environment sets them. */
  listLocked?(db: Db, platform: Platform): Promise<string[]>;
  /** Returns the data for the audit log, which must not contain addresses. */
  toAudited(platform: Platform, data: ConfigData<Type>): unknown;
  /** Makes a saved change visible. All browsers are told in any case. */
  publish?(platform: Platform): void;
}
