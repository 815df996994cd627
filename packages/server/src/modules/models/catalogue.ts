import { defaultInputContextWindow, defaultOutputTokenLimit, type ModelProviderName } from "@lectern/contract";
import type { StoredModelEndpoint } from "../../platform/db/schema.ts";
import { findKnownModel, takesSystemPrompts } from "./knownModels.ts";
import { isChatModel, isGuide, mayUse } from "./policy.ts";
import type { ModelRow } from "./repository.ts";

/** A model that a server offers. */
export interface FoundModel {
  upstreamId: string;
  /** In tokens, as the server tells it. */
  contextWindow: number | null;
  outputTokenLimit?: number;
  /** As the server tells it. */
  name?: string;
  provider: ModelProviderName;
  endpoint: StoredModelEndpoint;
}

export const guideId = "guide";
/** What the column holds; some servers tell a number that stands for "no limit". */
const widestWindow = 2 ** 31 - 1;

/**
 * The catalogue after a start. New models are added; those of the environment take what is known of them now, and are not
 * available when their server no longer offers them or is no longer configured. A server that did not answer (`unanswered`, base
 * addresses) keeps its models. What an administrator added or changed stays as it is.
 */
export function mergeFound(
  rows: readonly ModelRow[],
  found: readonly FoundModel[],
  unanswered: ReadonlySet<string>,
  now: Date,
): ModelRow[] {
  const foundByPlace = new Map(found.map((model) => [placeOf(model.endpoint, model.upstreamId), model]));
  const merged = rows.map((row) => {
    const [endpoint] = row.endpoints;
    if (row.origin !== "environment" || !endpoint) return row;
    const place = placeOf(endpoint, row.upstream_id);
    const again = foundByPlace.get(place);
    if (again) return { ...row, ...factsOf(again), endpoints: [again.endpoint], is_available: true };
    return unanswered.has(endpoint.url) ? row : { ...row, is_available: false };
  });
  // What stands in for the list of a server that did not answer is of use only while nothing better is known of it.
  const known = new Set(rows.flatMap((row) => row.endpoints.map(({ url }) => url)));
  const reliable = found.filter(({ endpoint: { url } }) => !(unanswered.has(url) && known.has(url)));
  return withMarks(addModels(merged, reliable, "environment", now));
}

/**
 * The catalogue after an administrator has connected a server: its chosen models are new or become the administrator's, with the
 * key that was given.
 */
export function mergeConnected(rows: readonly ModelRow[], chosen: readonly FoundModel[], now: Date): ModelRow[] {
  const byPlace = new Map(chosen.map((model) => [placeOf(model.endpoint, model.upstreamId), model]));
  const merged = rows.map((row) => {
    const again = placesOf(row)
      .map((place) => byPlace.get(place))
      .find((model) => model !== undefined);
    if (!again) return row;
    return { ...row, ...factsOf(again), endpoints: [again.endpoint], is_available: true, origin: "admin" as const };
  });
  return withMarks(addModels(merged, chosen, "admin", now));
}

/** Adds those that no row reaches yet, and the guide. */
function addModels(
  rows: readonly ModelRow[],
  found: readonly FoundModel[],
  origin: "environment" | "admin",
  now: Date,
): ModelRow[] {
  const places = new Set(rows.flatMap(placesOf));
  const ids = new Set(rows.map(({ id }) => id)).add(guideId);
  const added: ModelRow[] = [];
  for (const model of found) {
    const place = placeOf(model.endpoint, model.upstreamId);
    if (places.has(place)) continue;
    places.add(place);
    const id = freeId(model, ids);
    ids.add(id);
    added.push({
      ...blankRow(now),
      ...factsOf(model),
      id,
      upstream_id: model.upstreamId,
      endpoints: [model.endpoint],
      origin,
    });
  }
  const guide = rows.some(isGuide) ? [] : [guideRow(now)];
  return [...rows, ...guide, ...added];
}

const placeOf = (endpoint: StoredModelEndpoint, upstreamId: string) => `${endpoint.wire} ${endpoint.url} ${upstreamId}`;
const placesOf = (row: ModelRow) => row.endpoints.map((endpoint) => placeOf(endpoint, row.upstream_id));

/** The server's own id; where another server offers the same one, with the host behind it. */
function freeId({ upstreamId, endpoint }: FoundModel, taken: ReadonlySet<string>): string {
  const longest = 280;
  const plain = upstreamId.slice(0, longest);
  const withHost = `${upstreamId}@${new URL(endpoint.url).host}`.slice(0, longest);
  for (let count = 1; ; count++) {
    const id = count === 1 ? plain : count === 2 ? withHost : `${withHost}-${count - 1}`;
    if (!taken.has(id)) return id;
  }
}

type Facts = Pick<
  ModelRow,
  | "name"
  | "provider"
  | "input_context_window"
  | "output_token_limit"
  | "input_token_cost"
  | "output_token_cost"
  | "cached_token_cost"
  | "supports_images"
  | "supports_system_prompts"
>;

/** What is known of a model. Prices are its maker's own, so they say nothing of a model of the same name elsewhere. */
function factsOf({ upstreamId, contextWindow, outputTokenLimit, name, provider, endpoint }: FoundModel): Facts {
  const known = findKnownModel(upstreamId.split("/").at(-1) ?? upstreamId);
  const isMakersOwn = provider === "Azure" || makers.has(new URL(endpoint.url).hostname);
  const price = isMakersOwn ? (known?.price ?? null) : null;
  const told = contextWindow ?? known?.inputContextWindow ?? defaultInputContextWindow;
  // The known window ends where the price would change.
  const window = price && known ? Math.min(told, known.inputContextWindow) : told;
  return {
    name: (hasTrueNames(provider, isMakersOwn) ? known?.name : undefined) ?? name ?? upstreamId,
    provider,
    input_context_window: Math.min(window, widestWindow),
    output_token_limit: Math.min(outputTokenLimit ?? known?.outputTokenLimit ?? defaultOutputTokenLimit, widestWindow),
    input_token_cost: price && perThousand(price.input),
    output_token_cost: price && perThousand(price.output),
    cached_token_cost: price && price.cached !== null ? perThousand(price.cached) : null,
    supports_images: known?.supportsImages ?? false,
    supports_system_prompts: takesSystemPrompts(provider, upstreamId),
  };
}

const makers: ReadonlySet<string> = new Set([
  "api.openai.com",
  "api.anthropic.com",
  "generativelanguage.googleapis.com",
]);

/** Whether an id there stands for the maker's own model, and not for whatever somebody runs under that name. */
function hasTrueNames(provider: ModelProviderName, isMakersOwn: boolean): boolean {
  return isMakersOwn || provider === "Anthropic" || provider === "Google" || provider === "Bedrock";
}

/** From dollars per million tokens to an exact decimal of dollars per thousand. */
export function perThousand(perMillion: number): string {
  return (perMillion / 1000).toFixed(9);
}

function blankRow(now: Date): ModelRow {
  return {
    id: "",
    upstream_id: "",
    name: "",
    provider: "OpenAI",
    description: "",
    system_prompt: "",
    input_context_window: defaultInputContextWindow,
    output_token_limit: defaultOutputTokenLimit,
    input_token_cost: null,
    output_token_cost: null,
    cached_token_cost: null,
    exclusive_group_availability: [],
    supports_images: false,
    supports_system_prompts: true,
    is_available: true,
    is_built_in: false,
    is_default: false,
    default_advanced_model: false,
    default_cheapest_model: false,
    default_embeddings_model: false,
    default_qa_model: false,
    endpoints: [],
    origin: "environment",
    created_at: now,
  };
}

function guideRow(now: Date): ModelRow {
  return {
    ...blankRow(now),
    id: guideId,
    upstream_id: guideId,
    name: "Built-in guide",
    provider: "Guide",
    description: "No language model: it quotes this workspace's own help and shows what the workspace can render.",
    input_token_cost: "0",
    output_token_cost: "0",
    cached_token_cost: "0",
    is_built_in: true,
    endpoints: [{ wire: "guide", url: "", keyRef: null }],
    origin: "guide",
  };
}

/**
 * Sets the default, the cheapest, the most able and the embeddings model. A default that is still there stays; else the first real
 * model takes it, and the guide only while there is none. The guide is never the cheapest or the most able.
 */
function withMarks(rows: readonly ModelRow[]): ModelRow[] {
  const real = rows.filter((row) => mayUse(row) && !isGuide(row));
  const byDefault = real.find((row) => row.is_default) ?? real[0] ?? rows.find(isGuide);
  const cheapest =
    best(real, (row) => -Number(row.output_token_cost)) ??
    real.find(soundsSmall) ??
    real.find((row) => row === byDefault);
  const advanced =
    best(real, (row) => Number(row.output_token_cost)) ??
    real.find(soundsLarge) ??
    real.find((row) => row === byDefault);
  const embeddings = rows.filter((row) => row.is_available && !isChatModel(row));
  const forEmbeddings =
    embeddings.find((row) => row.default_embeddings_model) ??
    embeddings.find((row) => row.upstream_id === "text-embedding-3-small") ??
    embeddings[0];
  return rows.map((row) => ({
    ...row,
    is_default: row === byDefault,
    default_cheapest_model: row === cheapest,
    default_advanced_model: row === advanced,
    default_embeddings_model: row === forEmbeddings,
  }));
}

/** The row with the highest score among those whose price is known. */
function best(rows: readonly ModelRow[], score: (row: ModelRow) => number): ModelRow | undefined {
  return rows
    .filter((row) => row.output_token_cost !== null)
    .reduce<ModelRow | undefined>((top, row) => (top && score(top) >= score(row) ? top : row), undefined);
}

const soundsSmall = ({ upstream_id }: ModelRow) =>
  /(^|[^a-z])(mini|small|nano|tiny|lite|haiku|flash)([^a-z]|$)|(^|[^\d.])\d(\.\d)?b([^a-z]|$)/i.test(upstream_id);
const soundsLarge = ({ upstream_id }: ModelRow) =>
  /(^|[^a-z])(large|opus|max|pro)([^a-z]|$)|\d{2,}b([^a-z]|$)/i.test(upstream_id);
