import type { ModelServer } from "@lectern/contract";
import { ModelProviderName } from "@lectern/contract";
import * as z from "zod/mini";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import type { Db } from "../../platform/db/database.ts";
import type { StoredModelEndpoint } from "../../platform/db/schema.ts";
import { getEndpointHealth } from "./balancedProvider.ts";
import { isOfEnvironment, toDisplayUrl } from "./endpointAddresses.ts";
import { isGuide } from "./policy.ts";
import { sortForDisplay } from "./present.ts";
import { listModelRows, type ModelRow } from "./repository.ts";

/** An address with the model that it belongs to. */
export interface PlacedEndpoint {
  row: ModelRow;
  endpoint: StoredModelEndpoint;
}

/** The address of a server: the same for all of its models. */
const toServerUrl = (endpoint: StoredModelEndpoint) =>
  toDisplayUrl(endpoint, "").split("/openai/deployments/")[0] ?? "";

/** Finds the models of a server, with their addresses. Throws `notFound` if there is no such server. */
export async function findServer(db: Db, url: string): Promise<PlacedEndpoint[]> {
  const placed = listEndpoints(await listModelRows(db)).filter(({ endpoint }) => toServerUrl(endpoint) === url);
  if (placed.length === 0) {
    throw new AppError("notFound", { userMessage: "This server isn’t connected any more." });
  }
  return placed;
}

const listEndpoints = (rows: readonly ModelRow[]): PlacedEndpoint[] =>
  sortForDisplay(rows)
    .filter((row) => !isGuide(row))
    .flatMap((row) => row.endpoints.map((endpoint) => ({ row, endpoint })));

/** Lists the servers of all models, with what this process knows of their last calls. */
export async function listServers(platform: Platform): Promise<ModelServer[]> {
  const byUrl = Map.groupBy(listEndpoints(await listModelRows(platform.db)), ({ endpoint }) => toServerUrl(endpoint));
  return [...byUrl].map(([url, placed]) => ({
    url,
    provider: z.parse(ModelProviderName, placed[0]?.row.provider),
    hasKey: placed.some(({ endpoint }) => endpoint.keyRef !== null),
    isLocked: placed.some(({ row, endpoint }) => isOfEnvironment(platform, row, endpoint)),
    canRefresh: placed.every(({ endpoint }) => endpoint.wire === "openai"),
    models: placed.map(({ row, endpoint }) => ({
      ...{ id: row.id, name: row.name, isAvailable: row.is_available },
      health: presentHealth(platform, endpoint, row.upstream_id),
    })),
  }));
}

function presentHealth(platform: Platform, endpoint: StoredModelEndpoint, upstreamId: string) {
  const health = getEndpointHealth(platform, endpoint, upstreamId);
  const toTime = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  return {
    lastSuccessAt: toTime(health.lastSuccessAtMs),
    lastErrorAt: toTime(health.lastErrorAtMs),
    lastError: health.lastError,
    avoidedUntil: toTime(health.avoidedUntilMs),
  };
}
