import { testModelEndpoint } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { isServedAsChat } from "../knownModels.ts";
import { baseAddress, probeEndpoint } from "../probeEndpoint.ts";

export const testModelEndpointHandler = implement(testModelEndpoint, async (ctx, { url, key }) => {
  const address = baseAddress(url);
  const models = await probeEndpoint(ctx, address, key);
  return { models: models.filter(({ id }) => isServedAsChat(address, id)).map(({ id }) => ({ id })) };
});
