import { executeCustomApi } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { callHttpOperation } from "../request/callHttpOperation.ts";
import { resolveKeptSecrets } from "../resolveKeptSecrets.ts";

export const executeCustomApiHandler = implement(executeCustomApi, async (ctx, input) => {
  const template = await resolveKeptSecrets(ctx, input);
  return callHttpOperation(ctx, { template, params: input.params }, { signal: ctx.signal });
});
