import { type OpenDatabase, openDatabase } from "../../server/src/platform/db/openDatabase.ts";
import { createLog } from "../../server/src/platform/log.ts";
import type { Workspace } from "./startWorkspace.ts";

/** The database of a workspace, to look at what was written. The embedded one only while the server has ended. */
export function openWorkspaceDatabase({ lectern, databaseUrl }: Workspace): Promise<OpenDatabase> {
  return openDatabase({ databaseUrl, dataDir: lectern.dataDir, log: createLog("silent") });
}
