import { type OpenDatabase, openDatabase } from "../../../server/src/platform/db/openDatabase.ts";
import { createLog } from "../../../server/src/platform/log.ts";
import type { Workspace } from "./startWorkspace.ts";

/** Opens the database of a workspace. If it is the embedded one, the server must have ended. */
export function openWorkspaceDatabase({ lectern, databaseUrl }: Workspace): Promise<OpenDatabase> {
  return openDatabase({ databaseUrl, dataDir: lectern.dataDir, log: createLog("silent") });
}
