import { listApiKeys } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { listKeys } from "../listKeys.ts";

export const listApiKeysHandler = implement(listApiKeys, async (ctx) => ({ keys: await listKeys(ctx, ctx.actor) }));
