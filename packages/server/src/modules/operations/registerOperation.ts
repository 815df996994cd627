import {
  type HttpAuth,
  type IntegrationId,
  limits,
  type OperationAuth,
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
import { findBuiltInOperation } from "./builtIn/builtInOperations.ts";
import { assertApiOrigin } from "./integrations/assertApiOrigin.ts";
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
  if (findBuiltInOperation(id)) {
    throw new AppError("invalidInput", { userMessage: `“${id}” is the name of an operation that comes with Lectern.` });
  }
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
  const integration = findIntegration(ctx, operation);
  const request = { id, name: id, url, auth: integration === null ? toHttpAuth(operation.auth) : noAuth };
  const { auth } = sealSecrets(ctx.secrets, request, stored ? [toRequest(stored)] : []);
  const now = ctx.clock.now();
  return {
    ...{ id, url, method, description: description.trim(), data },
    params: toParams(method, operation.params),
    tags: toTags(operation.tags),
    auth_type: integration === null ? auth.type : "integration",
    integration,
    auth_username: auth.username,
    sealed_secret: auth.token || auth.password || null,
    registered_by: ctx.actor.principal.id,
    created_at: stored?.created_at ?? now,
    updated_at: now,
  };
}

const noAuth: HttpAuth = { type: "none", token: "", username: "", password: "" };

const toHttpAuth = (auth: OperationAuth | undefined): HttpAuth =>
  auth && auth.type !== "integration" ? { ...auth, type: auth.type } : noAuth;

/** Returns whose account calls use. Throws `invalidInput` unless the URL is one of the integration's API. */
function findIntegration(ctx: Context, { id, url, auth }: NewOperation): IntegrationId | null {
  if (auth?.type !== "integration") return null;
  if (auth.integration === undefined) {
    throw new AppError("invalidInput", { userMessage: `Please choose the integration of “${id}”.` });
  }
  assertApiOrigin(ctx, auth.integration, url.trim());
  return auth.integration;
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
