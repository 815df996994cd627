import type { QueryExecutorProvider } from "kysely";
import type { Migration } from "kysely/migration";
import * as initial from "./0001_initial.ts";
import * as runClaims from "./0002_run_claims.ts";
import * as usageLimits from "./0003_usage_limits.ts";
import * as files from "./0004_files.ts";
import * as library from "./0005_library.ts";
import * as conversions from "./0006_conversions.ts";

interface OwnMigration extends Migration {
  /**
   * Does on a database in use, before the transaction of all migrations and outside of any, what would keep others waiting there for long.
   * It may come again after it was cut off, and never comes to a new database: `up` does what it did not do.
   */
  beforehand?(db: QueryExecutorProvider): Promise<void>;
}

/** Every migration, under the name it is remembered by. Add at the end; never change one that was released. */
export const migrations: Record<string, OwnMigration> = {
  "0001_initial": initial,
  "0002_run_claims": runClaims,
  "0003_usage_limits": usageLimits,
  "0004_files": files,
  "0005_library": library,
  "0006_conversions": conversions,
};
