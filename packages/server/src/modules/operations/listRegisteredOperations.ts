import type { HttpAuth, IntegrationId, RegisteredOperation } from "@lectern/contract";
import type { Platform } from "../../core/context.ts";
import type { BuiltInOperation } from "./builtIn/builtInOperation.ts";
import { findBuiltInOperation } from "./builtIn/builtInOperations.ts";
import { getBuiltInUrl, presentBuiltInOperation } from "./builtIn/presentBuiltInOperation.ts";
import { presentDefinition } from "./present.ts";
import { findOperations } from "./repository.ts";
import { openSecrets } from "./secrets/requestSecrets.ts";
import { toRequest } from "./secrets/toRequest.ts";

/** A registered operation as a run needs it. `auth` must never reach a browser, a model or a log. */
export interface OpenedOperation extends Omit<RegisteredOperation, "url" | "auth" | "integration"> {
  url: string;
  /** Null: its secret can no longer be read, and an administrator must enter it again. */
  auth: HttpAuth | null;
  /** Calls use the account of the person who asks. */
  integration?: IntegrationId;
  /** The built-in operation that it is. */
  builtIn?: BuiltInOperation;
}

/** Lists the operations with these ids that are built in or still registered, in the order of the ids. */
export async function listRegisteredOperations(
  platform: Pick<Platform, "db" | "secrets" | "state">,
  ids: readonly string[],
): Promise<OpenedOperation[]> {
  const rows = new Map((await findOperations(platform.db, ids)).map((row) => [row.id, row]));
  return [...new Set(ids)].flatMap((id) => {
    const builtIn = findBuiltInOperation(id);
    if (builtIn) return [openBuiltIn(platform, builtIn)];
    const row = rows.get(id);
    if (!row) return [];
    const auth = openSecrets(platform.secrets, toRequest(row))?.auth ?? null;
    return [{ ...presentDefinition(row), url: row.url, auth }];
  });
}

function openBuiltIn(platform: Pick<Platform, "state">, builtIn: BuiltInOperation): OpenedOperation {
  const auth: HttpAuth = { type: "none", token: "", username: "", password: "" };
  return { ...presentBuiltInOperation(platform, builtIn), url: getBuiltInUrl(platform, builtIn), auth, builtIn };
}
