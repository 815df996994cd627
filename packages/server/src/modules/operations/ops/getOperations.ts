import { getOperations, type RegisteredOperation } from "@lectern/contract";
import type { Context } from "../../../core/context.ts";
import { implement } from "../../../core/implement.ts";
import { builtInOperations, findBuiltInOperation } from "../builtIn/builtInOperations.ts";
import { presentBuiltInOperation } from "../builtIn/presentBuiltInOperation.ts";
import { listUsableIntegrations } from "../integrations/listUsableIntegrations.ts";
import { presentOperation } from "../present.ts";
import { listOperations } from "../repository.ts";

export const getOperationsHandler = implement(getOperations, async (ctx, { tag }) => {
  const wantedTag = tag?.trim() || undefined;
  const rows = await listOperations(ctx.db, { tag: wantedTag });
  const registered = rows.filter(({ id }) => !findBuiltInOperation(id)).map((row) => presentOperation(row, ctx.actor));
  const builtIn = (await listBuiltInOperations(ctx)).filter(
    ({ tags }) => wantedTag === undefined || tags.includes(wantedTag),
  );
  return { operations: [...registered, ...builtIn] };
});

async function listBuiltInOperations(ctx: Context): Promise<RegisteredOperation[]> {
  const usable = await listUsableIntegrations(ctx, ctx.actor);
  return builtInOperations
    .filter(({ integration }) => usable.has(integration))
    .map((operation) => presentBuiltInOperation(ctx, operation));
}
