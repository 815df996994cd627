import type { HttpAuth, RegisteredOperation } from "@lectern/contract";
import type { Platform } from "../../core/context.ts";
import { presentDefinition } from "./present.ts";
import { findOperations } from "./repository.ts";
import { openSecrets } from "./secrets/requestSecrets.ts";
import { toRequest } from "./secrets/toRequest.ts";

/** A registered operation as a run needs it. `auth` must never reach a browser, a model or a log. */
export interface OpenedOperation extends Omit<RegisteredOperation, "url" | "auth"> {
  url: string;
  /** Null: its secret can no longer be read, and an administrator must enter it again. */
  auth: HttpAuth | null;
}

/** Lists the operations with these ids, as far as they are still registered, in the order of the ids. */
export async function listRegisteredOperations(
  platform: Pick<Platform, "db" | "secrets">,
  ids: readonly string[],
): Promise<OpenedOperation[]> {
  const rows = new Map((await findOperations(platform.db, ids)).map((row) => [row.id, row]));
  return [...new Set(ids)].flatMap((id) => {
    const row = rows.get(id);
    if (!row) return [];
    const auth = openSecrets(platform.secrets, toRequest(row))?.auth ?? null;
    return [{ ...presentDefinition(row), url: row.url, auth }];
  });
}
