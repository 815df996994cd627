import { findOtherModelKind, isEmbeddingsModelId, testModelEndpoint } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { isOfferedForChat } from "../knownModels.ts";
import { listEndpointModels, toBaseUrl } from "../listEndpointModels.ts";

export const testModelEndpointHandler = implement(testModelEndpoint, async (ctx, { url, key }) => {
  const baseUrl = toBaseUrl(url);
  const models = await listEndpointModels(ctx, baseUrl, key);
  return {
    models: models.filter(({ id }) => isOfferedForChat(baseUrl, id)).map(({ id }) => ({ id })),
    leftOutIds: models.map(({ id }) => id).filter((id) => isEmbeddingsModelId(id) || findOtherModelKind(id) !== null),
  };
});
