import type { RegisteredOperation } from "@lectern/contract";
import type { Actor } from "../../core/context.ts";
import type { OperationRow } from "./repository.ts";
import { maskSecrets } from "./secrets/requestSecrets.ts";
import { toRequest } from "./secrets/toRequest.ts";

/** What every reader sees of an operation. */
export const presentDefinition = ({ id, method, description, params, tags, data, integration }: OperationRow) =>
  ({
    ...{ id, name: id, method, description, type: "custom", params, tags, data },
    ...(integration !== null && { integration }),
  }) satisfies RegisteredOperation;

/** Shows site administrators where the operation is as well, and that it has a secret. */
export const presentOperation = (row: OperationRow, { isAdmin }: Pick<Actor, "isAdmin">): RegisteredOperation => ({
  ...presentDefinition(row),
  ...(isAdmin && presentRequest(row)),
});

function presentRequest(row: OperationRow): Pick<RegisteredOperation, "url" | "auth"> {
  const { url, integration } = row;
  if (!integration) return maskSecrets(toRequest(row));
  return { url, auth: { type: "integration", integration, token: "", username: "", password: "" } };
}
