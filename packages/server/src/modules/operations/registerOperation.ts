import {
  limits,
  type OperationParam,
  type OperationToRegister,
  type RequestType,
  toRegistrableParams,
} from "@lectern/contract";
import type * as z from "zod/mini";
import { AppError } from "../../core/appError.ts";
import type { Context } from "../../core/context.ts";
import type { DbTransaction } from "../../platform/db/database.ts";
import { getAuditSource, recordAudit } from "../audit/service.ts";
import { countOperations, findOperations, type OperationRow, upsertOperation } from "./repository.ts";
import { sealSecrets } from "./secrets/requestSecrets.ts";
import { toRequest } from "./secrets/toRequest.ts";
import { toAuditedOperation } from "./toAuditedOperation.ts";

type NewOperation = z.infer<typeof OperationToRegister>;

/**
 * Registers an operation, or replaces the one with its id, and writes it to the audit log. Throws `invalidInput` for a
 * secret that must be entered, and for too many operations. `lockOperations` must have been called.
 */
export async function registerOperation(ctx: Context, tx: DbTransaction, operation: NewOperation): Promise<void> {
  const { id } = operation;
  const [stored] = await findOperations(tx, [id]);
  if (!stored && (await countOperations(tx)) >= limits.registeredOperations) {
    throw new AppError("invalidInput", { userMessage: "There are too many operations. Please delete some." });
  }
  const row = createRow(ctx, operation, stored);
  await upsertOperation(tx, {
    ...row,
    ...{ params: JSON.stringify(row.params), tags: JSON.stringify(row.tags), data: JSON.stringify(row.data) },
  });
  const isSecretNew = row.sealed_secret !== null && row.sealed_secret !== stored?.sealed_secret;
  await recordAudit(tx, getAuditSource(ctx, ctx.actor), {
    verb: "register",
    objectType: "operation",
    objectIds: [id],
    ...(stored && { before: toAuditedOperation(ctx, stored) }),
    after: { ...toAuditedOperation(ctx, row), isSecretNew },
  });
}

function createRow(ctx: Context, operation: NewOperation, stored: OperationRow | undefined): OperationRow {
  const { id, method, description, data } = operation;
  const url = operation.url.trim();
  if (operation.auth?.type === "bearer" && operation.auth.token === "")
    throw new AppError("invalidInput", { userMessage: `Please enter the token of “${id}”.` });
  const request = { id, name: id, url, ...(operation.auth && { auth: operation.auth }) };
  const { auth } = sealSecrets(ctx.secrets, request, stored ? [toRequest(stored)] : []);
  const now = ctx.clock.now();
  return {
    ...{ id, url, method, description: description.trim(), data },
    params: toParams(method, operation.params),
    tags: toTags(operation.tags),
    auth_type: auth?.type ?? "none",
    auth_username: auth?.username ?? "",
    sealed_secret: auth?.token || auth?.password || null,
    registered_by: ctx.actor.principal.id,
    created_at: stored?.created_at ?? now,
    updated_at: now,
  };
}

/** Parameters without a name are left out, and of those with the same name all but the first. */
function toParams(method: RequestType, params: readonly OperationParam[]): OperationParam[] {
  const trimmed = toRegistrableParams(method, params).map(({ name, description }) => ({
    name: name.trim(),
    description: description.trim(),
  }));
  return trimmed.filter(
    ({ name }, index) => name !== "" && trimmed.findIndex((param) => param.name === name) === index,
  );
}

const toTags = (tags: readonly string[]) => [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ""))];
