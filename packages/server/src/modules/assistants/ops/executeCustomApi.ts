import { executeCustomApi, type HttpRequestTemplate, type OpInput } from "@lectern/contract";
import type { Context } from "../../../core/context.ts";
import { implement } from "../../../core/implement.ts";
import { callHttpOperation, openSecrets, sealSecrets } from "../../operations/service.ts";
import { authorizeSaving } from "../saving/authorizeSaving.ts";
import { listStoredRequests } from "../saving/repository.ts";

export const executeCustomApiHandler = implement(executeCustomApi, async (ctx, input) => {
  const template = await insertKeptSecrets(ctx, input);
  return callHttpOperation(ctx, { template, params: input.params }, { signal: ctx.signal });
});

/**
 * Returns the request with the stored secrets of an operation, if the caller may save its assistant: exactly what a run
 * would send if the assistant were saved with this request. Throws the errors of `authorizeSaving` and `sealSecrets`.
 */
async function insertKeptSecrets(
  ctx: Context,
  { assistantId, operationId, params: _, ...template }: OpInput<typeof executeCustomApi>,
): Promise<HttpRequestTemplate> {
  const { existing } =
    assistantId === undefined
      ? { existing: null }
      : await authorizeSaving(ctx, ctx.actor, { assistantId, groupId: undefined });
  const stored =
    existing && operationId !== undefined ? await listStoredRequests(ctx.db, existing.id, [operationId]) : [];
  const operation = { ...template, id: operationId ?? "", name: operationId ?? "API" };
  const opened = openSecrets(ctx.secrets, sealSecrets(ctx.secrets, operation, stored));
  if (!opened) throw new Error("secrets that were just sealed cannot be opened");
  return opened;
}
