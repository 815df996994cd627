import { testStoredEndpoint } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { implement } from "../../../core/implement.ts";
import { openBalancedProvider } from "../balancedProvider.ts";
import { findServer } from "../modelServers.ts";
import { isChatModel } from "../policy.ts";
import { toTestResult } from "../toTestResult.ts";

/** Calls the model as chats do, so that the health of the address is known afterwards. */
export const testStoredEndpointHandler = implement(testStoredEndpoint, async (ctx, { url, modelId }) => {
  const placed = (await findServer(ctx.db, url)).find(({ row }) => row.id === modelId);
  if (!placed) throw new AppError("notFound", { userMessage: "This server doesn’t offer the model any more." });
  const { row, endpoint } = placed;
  const provider = await openBalancedProvider(ctx, { upstreamId: row.upstream_id, endpoints: [endpoint] });
  return toTestResult(ctx.signal, endpoint.url, async (signal) => {
    const call = { model: row.upstream_id, signal };
    if (!isChatModel(row)) return void (await provider.embed?.({ ...call, texts: ["Hello"], purpose: "question" }));
    const messages = [{ role: "user" as const, content: "Hello, this is a short test." }];
    for await (const events of provider.stream({ ...call, messages, maxTokens: 50 })) if (events.length > 0) return;
  });
});
