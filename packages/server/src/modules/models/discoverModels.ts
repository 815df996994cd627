import { findOtherModelKind, type ModelProviderName } from "@lectern/contract";
import type { Platform } from "../../core/context.ts";
import type { StoredModelEndpoint } from "../../platform/db/schema.ts";
import { type ListedModel, ModelError } from "../../platform/modelProviders/modelProvider.ts";
import type { DiscoveredModel } from "./catalogue.ts";
import { openAiUrl } from "./endpointAddresses.ts";
import {
  anthropicKeyRef,
  awsKeyRef,
  azureKeyRef,
  bedrockKeyRef,
  compatibleKeyRef,
  googleKeyRef,
  openAiKeyRef,
  resolveEndpoint,
} from "./endpointKey.ts";
import { compareByKnownOrder, fallbackOpenAiModelIds, isGeminiChatModel, isOpenAiChatModel } from "./knownModels.ts";
import { describeEndpointError } from "./toEndpointError.ts";

export interface Discovery {
  models: DiscoveredModel[];
  /** Base URLs of configured servers that did not return a list. */
  failedUrls: Set<string>;
  /** One line for the operator per problem. */
  problems: string[];
}

const ollamaUrl = "http://127.0.0.1:11434/v1";
const configuredTimeoutMs = 3_000;
const localTimeoutMs = 1_000;

/**
 * Lists the models of all configured servers, in parallel. If no server is configured and `includesLocal` is set, tries
 * an Ollama server on this machine instead, whose absence is not reported as a problem.
 */
export async function discoverModels(
  platform: Platform,
  { includesLocal }: { includesLocal: boolean },
): Promise<Discovery> {
  const { openAiApiKey, azure, anthropic, google, bedrock, openAiCompatible } = platform.config;
  const compatibleUrls = [...new Set(openAiCompatible.urls)];
  const hasConfiguredServer =
    openAiApiKey !== null ||
    azure !== null ||
    anthropic !== null ||
    google !== null ||
    bedrock !== null ||
    compatibleUrls.length > 0;
  const discoveries = [
    ...(openAiApiKey === null ? [] : [discoverOpenAi(platform)]),
    ...(azure === null ? [] : [Promise.resolve(listAzureDeployments(azure))]),
    ...(anthropic === null ? [] : [discoverAnthropic(platform, anthropic.url)]),
    ...(google === null ? [] : [discoverGoogle(platform, google.url)]),
    ...(bedrock === null ? [] : [Promise.resolve(listBedrockModels(bedrock))]),
    Promise.resolve(discoverConfiguredEmbeddingsModel(platform)),
    ...compatibleUrls.map((url) => {
      const keyRef = openAiCompatible.apiKey === null ? null : compatibleKeyRef;
      return discoverOpenAiCompatible(platform, { wire: "openai", url, keyRef });
    }),
  ];
  if (!hasConfiguredServer && includesLocal) discoveries.push(discoverOllama(platform));
  const results = await Promise.all(discoveries);
  return {
    models: results.flatMap(({ models }) => models),
    failedUrls: new Set(results.flatMap(({ failedUrls }) => [...failedUrls])),
    problems: results.flatMap(({ problems }) => problems),
  };
}

const toDiscovery = (models: DiscoveredModel[]): Discovery => ({ models, failedUrls: new Set(), problems: [] });

async function discoverOpenAi(platform: Platform): Promise<Discovery> {
  const endpoint: StoredModelEndpoint = { wire: "openai", url: openAiUrl, keyRef: openAiKeyRef };
  const toOpenAiModel = (id: string) => toDiscoveredModel(endpoint, "OpenAI", { id, contextWindow: null });
  try {
    const listedModels = await listModels(platform, endpoint, configuredTimeoutMs);
    const ids = listedModels.map(({ id }) => id);
    const embeddings = ids.filter((id) => /^text-embedding/.test(id));
    return toDiscovery([...ids.filter(isOpenAiChatModel).sort(compareByKnownOrder), ...embeddings].map(toOpenAiModel));
  } catch (error) {
    const isKeyRejected = error instanceof ModelError && error.kind === "unauthorized";
    return {
      models: isKeyRejected ? [] : fallbackOpenAiModelIds.map(toOpenAiModel),
      failedUrls: new Set([openAiUrl]),
      problems: [describeEndpointError(error, openAiUrl)],
    };
  }
}

/** Returns the configured deployments. Their names become the model ids; the models they run are not queried. */
function listAzureDeployments(azure: NonNullable<Platform["config"]["azure"]>): Discovery {
  const endpoint: StoredModelEndpoint = {
    wire: "azure",
    url: azure.endpoint,
    keyRef: azureKeyRef,
    apiVersion: azure.apiVersion,
  };
  return toDiscovery(
    azure.deployments.map((upstreamId) => ({ upstreamId, contextWindow: null, provider: "Azure" as const, endpoint })),
  );
}

async function discoverAnthropic(platform: Platform, url: string): Promise<Discovery> {
  const endpoint = { wire: "anthropic", url, keyRef: anthropicKeyRef } as const;
  return await discoverVendor(platform, endpoint, { name: "Anthropic", urlSuffix: "/v1", isOffered: () => true });
}

async function discoverGoogle(platform: Platform, url: string): Promise<Discovery> {
  const endpoint = { wire: "google", url, keyRef: googleKeyRef } as const;
  return await discoverVendor(platform, endpoint, {
    name: "Google",
    urlSuffix: "/v1beta",
    isOffered: isGeminiChatModel,
  });
}

async function discoverVendor(
  platform: Platform,
  endpoint: StoredModelEndpoint,
  vendor: { name: "Anthropic" | "Google"; urlSuffix: string; isOffered: (id: string) => boolean },
): Promise<Discovery> {
  try {
    const listedModels = (await listModels(platform, endpoint, configuredTimeoutMs)).filter(({ id }) =>
      vendor.isOffered(id),
    );
    const problems = listedModels.length === 0 ? [`${endpoint.url} answered, but has no models.`] : [];
    const sortedModels = listedModels.sort((a, b) => compareByKnownOrder(a.id, b.id));
    return { ...toDiscovery(sortedModels.map((model) => toDiscoveredModel(endpoint, vendor.name, model))), problems };
  } catch (error) {
    const problems = [describeEndpointError(error, endpoint.url, vendor)];
    return { models: [], failedUrls: new Set([endpoint.url]), problems };
  }
}

/** Returns the configured Bedrock models, because an inference key cannot query which ones the account may use. */
function listBedrockModels({ url, region, models, apiKey }: NonNullable<Platform["config"]["bedrock"]>): Discovery {
  const keyRef = apiKey === null ? awsKeyRef : bedrockKeyRef;
  const endpoint: StoredModelEndpoint = { wire: "bedrock", url, keyRef, region };
  return toDiscovery(
    [...new Set(models)].map((id) => toDiscoveredModel(endpoint, "Bedrock", { id, contextWindow: null })),
  );
}

/**
 * Returns the configured embeddings model if its server does not list it: the form of the name identifies Bedrock and
 * Google, and any other name is assumed to be an Azure deployment if Azure is configured.
 */
function discoverConfiguredEmbeddingsModel({ config }: Platform): Discovery {
  const { embeddingsModel: name, azure, google, bedrock } = config;
  if (name === null || name === "none") return toDiscovery([]);
  const model = { id: name, contextWindow: null };
  if (bedrock && /^([a-z]{2,}\.)?[a-z0-9]+\./.test(name)) {
    const keyRef = bedrock.apiKey === null ? awsKeyRef : bedrockKeyRef;
    return toDiscovery([
      toDiscoveredModel({ wire: "bedrock", url: bedrock.url, keyRef, region: bedrock.region }, "Bedrock", model),
    ]);
  }
  if (google && /^(gemini-embedding|text-embedding-00|embedding-)/.test(name))
    return toDiscovery([toDiscoveredModel({ wire: "google", url: google.url, keyRef: googleKeyRef }, "Google", model)]);
  if (azure && !azure.deployments.includes(name)) {
    const endpoint = { wire: "azure", url: azure.endpoint, keyRef: azureKeyRef, apiVersion: azure.apiVersion } as const;
    return toDiscovery([toDiscoveredModel(endpoint, "Azure", model)]);
  }
  return toDiscovery([]);
}

async function discoverOpenAiCompatible(platform: Platform, endpoint: StoredModelEndpoint): Promise<Discovery> {
  try {
    const listedModels = await listModels(platform, endpoint, configuredTimeoutMs);
    const problems = listedModels.every(({ id }) => findOtherModelKind(id) !== null)
      ? [`${endpoint.url} answered, but has no models for chats or search.`]
      : [];
    return { ...toDiscovery(toDiscoveredModels(endpoint, listedModels)), problems };
  } catch (error) {
    return { models: [], failedUrls: new Set([endpoint.url]), problems: [describeEndpointError(error, endpoint.url)] };
  }
}

async function discoverOllama(platform: Platform): Promise<Discovery> {
  const endpoint: StoredModelEndpoint = { wire: "openai", url: ollamaUrl, keyRef: null };
  try {
    return toDiscovery(toDiscoveredModels(endpoint, await listModels(platform, endpoint, localTimeoutMs)));
  } catch {
    return toDiscovery([]); // the operator did not configure this server, so its absence is not a problem
  }
}

/** Converts the model list of an OpenAI-compatible server. */
export function toDiscoveredModels(
  endpoint: StoredModelEndpoint,
  listedModels: readonly ListedModel[],
): DiscoveredModel[] {
  const { hostname } = new URL(endpoint.url);
  const isOpenAi = hostname === new URL(openAiUrl).hostname;
  const provider = hostname.endsWith(".azure.com") ? "Azure" : isOpenAi ? "OpenAI" : "OpenAI-compatible";
  return listedModels.map((model) => toDiscoveredModel(endpoint, provider, model));
}

function toDiscoveredModel(
  endpoint: StoredModelEndpoint,
  provider: ModelProviderName,
  { id, ...reportedProperties }: ListedModel,
): DiscoveredModel {
  return { upstreamId: id, provider, endpoint, ...reportedProperties };
}

async function listModels(
  platform: Platform,
  endpoint: StoredModelEndpoint,
  timeoutMs: number,
): Promise<ListedModel[]> {
  const provider = platform.modelProviders.open(await resolveEndpoint(platform, endpoint));
  return await provider.listModels(AbortSignal.timeout(timeoutMs));
}
