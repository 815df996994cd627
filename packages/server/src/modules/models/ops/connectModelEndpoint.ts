import { connectModelEndpoint, findOtherModelKind, isEmbeddingsModelId } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { implement } from "../../../core/implement.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { getAuditSource, recordAudit } from "../../audit/service.ts";
import { publishToAllBrowsers } from "../../browserEvents/service.ts";
import { addUnavailableModels, mergeConnectedModels } from "../catalogue.ts";
import { storeCatalogue } from "../catalogueChanges.ts";
import { applyConfiguredPrices } from "../configuredPrices.ts";
import { toDiscoveredModels } from "../discoverModels.ts";
import { storeEndpointKey } from "../endpointKey.ts";
import { listEndpointModels, toBaseUrl } from "../listEndpointModels.ts";
import { presentModel, sortForDisplay } from "../present.ts";
import { listModelRows, lockModels } from "../repository.ts";
import { forgetModels } from "../service.ts";

export const connectModelEndpointHandler = implement(connectModelEndpoint, async (ctx, { url, key, modelIds }) => {
  const baseUrl = toBaseUrl(url);
  const listedModels = await listEndpointModels(ctx, baseUrl, key);
  const missingIds = new Set(modelIds);
  const chosenModels = listedModels.filter(({ id }) => missingIds.delete(id));
  const [missingId] = missingIds;
  if (missingId !== undefined) {
    throw new AppError("invalidInput", {
      userMessage: "The server no longer offers one of the chosen models. Please test the address again.",
      issues: [{ path: "modelIds", message: `the server has no model ${missingId}` }],
    });
  }
  const rows = await transaction(ctx.db, async (tx) => {
    await lockModels(tx);
    const keyRef = await storeEndpointKey(ctx, tx, baseUrl, key);
    const endpoint = { wire: "openai", url: baseUrl, keyRef } as const;
    const discoveredModels = toDiscoveredModels(endpoint, chosenModels);
    // They are not offered for chats. The administration lists them with the reason.
    const others = toDiscoveredModels(
      endpoint,
      listedModels.filter(({ id }) => isEmbeddingsModelId(id) || findOtherModelKind(id) !== null),
    );
    const [before, now] = [await listModelRows(tx), ctx.clock.now()];
    const connectedRows = addUnavailableModels(mergeConnectedModels(before, discoveredModels, now), others, now);
    const mergedRows = applyConfiguredPrices(connectedRows, ctx.config.modelPrices);
    await storeCatalogue(tx, { before, after: mergedRows, changedBy: ctx.actor.principal.id, now });
    await recordAudit(tx, getAuditSource(ctx, ctx.actor), {
      verb: "configure",
      objectType: "configuration",
      objectIds: ["modelServer"],
      before: null,
      after: { connected: baseUrl, modelIds },
    });
    return mergedRows.filter(
      (row) => modelIds.includes(row.upstream_id) && row.endpoints.some((endpoint) => endpoint.url === baseUrl),
    );
  });
  forgetModels(ctx);
  publishToAllBrowsers(ctx, { type: "config" });
  ctx.log.info({ models: rows.length }, "a model server was connected");
  return { models: sortForDisplay(rows).map(presentModel) };
});
