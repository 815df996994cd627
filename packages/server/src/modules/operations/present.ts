import { keptSecret, type RegisteredOperation } from "@lectern/contract";
import type { Actor } from "../../core/context.ts";
import { withSecret } from "./operationSecret.ts";
import type { OperationRow } from "./repository.ts";

/** What every reader sees of an operation. */
export const presentDefinition = ({ id, method, description, params, tags, data }: OperationRow) =>
  ({ id, name: id, method, description, type: "custom", params, tags, data }) satisfies RegisteredOperation;

/** Shows site administrators where the operation is as well, and that it has a secret. */
export const presentOperation = (row: OperationRow, { isAdmin }: Pick<Actor, "isAdmin">): RegisteredOperation => ({
  ...presentDefinition(row),
  ...(isAdmin && { url: row.url, auth: withSecret(row, row.sealed_secret === null ? "" : keptSecret) }),
});
