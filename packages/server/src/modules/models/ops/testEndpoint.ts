import { testEndpoint } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { parseEndpointUrl } from "../endpointAddresses.ts";
import { toTestResult } from "../toTestResult.ts";

export const testEndpointHandler = implement(testEndpoint, async (ctx, { url, key, body }) => {
  const endpoint = parseEndpointUrl(url);
  const provider = ctx.modelProviders.open({ ...endpoint, key });
  return toTestResult(ctx.signal, endpoint.url, async (signal) => {
    await provider.test?.({ model: body.model, body, signal });
  });
});
