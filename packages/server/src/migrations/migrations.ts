import type { Migration } from "kysely/migration";
import * as initial from "./0001_initial.ts";

/** Every migration, under the name it is remembered by. Add at the end; never change one that was released. */
export const migrations: Record<string, Migration> = {
  "0001_initial": initial,
};
