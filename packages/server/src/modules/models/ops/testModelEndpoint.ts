import { testModelEndpoint } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { isOfferedForChat } from "../knownModels.ts";
import { probeEndpoint, toBaseUrl } from "../probeEndpoint.ts";

export const testModelEndpointHandler = implement(testModelEndpoint, async (ctx, { url, key }) => {
  const baseUrl = toBaseUrl(url);
  const models = await probeEndpoint(ctx, baseUrl, key);
  return { models: models.filter(({ id }) => isOfferedForChat(baseUrl, id)).map(({ id }) => ({ id })) };
});
