import { findOtherModelKind, isEmbeddingsModelId, refreshModelServer } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { implement } from "../../../core/implement.ts";
import type { Db } from "../../../platform/db/database.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { getAuditSource, recordAudit } from "../../audit/service.ts";
import { publishToAllBrowsers } from "../../browserEvents/service.ts";
import { mergeRefreshedModels } from "../catalogue.ts";
import { storeCatalogue } from "../catalogueChanges.ts";
import { applyConfiguredPrices } from "../configuredPrices.ts";
import { toDiscoveredModels } from "../discoverModels.ts";
import { isOfEnvironment } from "../endpointAddresses.ts";
import { resolveEndpoint } from "../endpointKey.ts";
import { isOfferedForChat } from "../knownModels.ts";
import { findServer, type PlacedEndpoint } from "../modelServers.ts";
import { listModelRows, lockModels } from "../repository.ts";
import { forgetModels } from "../service.ts";
import { toEndpointError } from "../toEndpointError.ts";

export const refreshModelServerHandler = implement(refreshModelServer, async (ctx, { url }) => {
  const { endpoint } = await findListingServer(ctx.db, url);
  const provider = ctx.modelProviders.open(await resolveEndpoint(ctx, endpoint));
  const listed = await provider.listModels(ctx.signal).catch((error: unknown) => {
    ctx.signal.throwIfAborted();
    throw toEndpointError(error, endpoint.url);
  });
  const result = await transaction(ctx.db, async (tx) => {
    await lockModels(tx);
    // Meanwhile it may have been removed, or got a key.
    const { row, endpoint } = await findListingServer(tx, url);
    const isConfigured = isOfEnvironment(ctx, row, endpoint);
    const found = toDiscoveredModels(endpoint, listed);
    const [before, now] = [await listModelRows(tx), ctx.clock.now()];
    const merged = mergeRefreshedModels(before, found, {
      ...{ endpoint, now, areNewOnesAvailable: isConfigured },
      isOffered: ({ upstreamId }) =>
        isOfferedForChat(endpoint.url, upstreamId) ||
        isEmbeddingsModelId(upstreamId) ||
        findOtherModelKind(upstreamId) !== null,
      origin: isConfigured ? "environment" : "admin",
    });
    const after = applyConfiguredPrices(merged.rows, ctx.config.modelPrices);
    await storeCatalogue(tx, { before, after, changedBy: ctx.actor.principal.id, now });
    const { addedIds, missingIds } = merged;
    await recordAudit(tx, getAuditSource(ctx, ctx.actor), {
      verb: "configure",
      objectType: "configuration",
      objectIds: ["modelServer"],
      before: null,
      after: { refreshed: url, addedIds, missingIds },
    });
    return { addedIds, missingIds };
  });
  forgetModels(ctx);
  publishToAllBrowsers(ctx, { type: "config" });
  return result;
});

/** Finds one of the models of a server. Throws `notFound`, or `invalidInput` if the server has no list of models. */
async function findListingServer(db: Db, url: string): Promise<PlacedEndpoint> {
  const [placed] = await findServer(db, url);
  if (placed?.endpoint.wire !== "openai") {
    throw new AppError("invalidInput", { userMessage: "This server has no list of models." });
  }
  return placed;
}
