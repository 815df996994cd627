import { testModelEndpoint } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { isOfferedForChat } from "../knownModels.ts";
import { probeEndpoint, toBaseUrl } from "../probeEndpoint.ts";

export const testModelEndpointHandler = implement(testModelEndpoint, async (ctx, { url, key }) => {
  const address = toBaseUrl(url);
  const models = await probeEndpoint(ctx, address, key);
  return { models: models.filter(({ id }) => isOfferedForChat(address, id)).map(({ id }) => ({ id })) };
});
