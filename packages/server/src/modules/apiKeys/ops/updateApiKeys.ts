import { updateApiKeys } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { updateKeys } from "../updateKeys.ts";

export const updateApiKeysHandler = implement(updateApiKeys, async (ctx, requests) => ({
  failedKeys: await updateKeys(ctx, ctx.actor, requests),
}));
