import { createApiKey } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { createKey } from "../createKey.ts";
import { createKeyNotFoundError } from "../getVisibleKey.ts";
import { listKeys } from "../listKeys.ts";

export const createApiKeyHandler = implement(createApiKey, async (ctx, input) => {
  const { id, secret } = await createKey(ctx, ctx.actor, input);
  const [apiKey] = await listKeys(ctx, ctx.actor, id);
  if (!apiKey) throw createKeyNotFoundError();
  return { id: apiKey.api_owner_id, key: apiKey.permissions.reveal ? secret : null, apiKey };
});
