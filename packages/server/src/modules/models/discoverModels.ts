import type { ModelProviderName } from "@lectern/contract";
import type { Platform } from "../../core/context.ts";
import type { StoredModelEndpoint } from "../../platform/db/schema.ts";
import { type ListedModel, ModelError } from "../../platform/modelProviders/modelProvider.ts";
import type { FoundModel } from "./catalogue.ts";
import { explainEndpointFailure } from "./endpointFailure.ts";
import {
  anthropicKeyRef,
  awsKeyRef,
  azureKeyRef,
  bedrockKeyRef,
  compatibleKeyRef,
  googleKeyRef,
  openAiKeyRef,
  withKey,
} from "./endpointKey.ts";
import { byKnownOrder, isGeminiChatModel, isOpenAiChatModel, openAiModelsWithoutList } from "./knownModels.ts";

export interface Discovery {
  found: FoundModel[];
  /** Base addresses that are configured and gave no list. */
  unanswered: Set<string>;
  /** One line each, for the operator. */
  problems: string[];
}

const openAiUrl = "https://api.openai.com/v1";
const ollamaUrl = "http://127.0.0.1:11434/v1";
const configuredTimeoutMs = 3_000;
const localTimeoutMs = 1_000;

/**
 * Asks every configured server for its models, all at once. With none configured, and `looksForLocal`, an Ollama on this machine is
 * looked for; its absence is no problem.
 */
export async function discoverModels(
  platform: Platform,
  { looksForLocal }: { looksForLocal: boolean },
): Promise<Discovery> {
  const { openAiApiKey, azure, anthropic, google, bedrock, openAiCompatible } = platform.config;
  const compatible = [...new Set(openAiCompatible.urls)];
  const compatibleKey = openAiCompatible.apiKey === null ? null : compatibleKeyRef;
  const isConfigured =
    openAiApiKey !== null ||
    azure !== null ||
    anthropic !== null ||
    google !== null ||
    bedrock !== null ||
    compatible.length > 0;
  const sources = [
    ...(openAiApiKey === null ? [] : [askOpenAi(platform)]),
    ...(azure === null ? [] : [Promise.resolve(azureDeployments(azure))]),
    ...(anthropic === null ? [] : [askAnthropic(platform, anthropic.url)]),
    ...(google === null ? [] : [askGoogle(platform, google.url)]),
    ...(bedrock === null ? [] : [Promise.resolve(bedrockModels(bedrock))]),
    Promise.resolve(namedEmbeddings(platform)),
    ...compatible.map((url) => askCompatible(platform, { wire: "openai", url, keyRef: compatibleKey })),
  ];
  if (!isConfigured && looksForLocal) sources.push(askLocal(platform));
  const answers = await Promise.all(sources);
  return {
    found: answers.flatMap(({ found }) => found),
    unanswered: new Set(answers.flatMap(({ unanswered }) => [...unanswered])),
    problems: answers.flatMap(({ problems }) => problems),
  };
}

const discovery = (found: FoundModel[]): Discovery => ({ found, unanswered: new Set(), problems: [] });

async function askOpenAi(platform: Platform): Promise<Discovery> {
  const endpoint: StoredModelEndpoint = { wire: "openai", url: openAiUrl, keyRef: openAiKeyRef };
  const found = (id: string) => toFound(endpoint, "OpenAI", { id, contextWindow: null });
  try {
    const listed = await list(platform, endpoint, configuredTimeoutMs);
    const ids = listed.map(({ id }) => id);
    const embeddings = ids.filter((id) => /^text-embedding/.test(id));
    return discovery([...ids.filter(isOpenAiChatModel).sort(byKnownOrder), ...embeddings].map(found));
  } catch (error) {
    const isRefused = error instanceof ModelError && error.kind === "unauthorized";
    return {
      found: isRefused ? [] : openAiModelsWithoutList.map(found),
      unanswered: new Set([openAiUrl]),
      problems: [explainEndpointFailure(error, openAiUrl)],
    };
  }
}

/** A deployment's name is the model's id; which models stand behind them is not asked. */
function azureDeployments(azure: NonNullable<Platform["config"]["azure"]>): Discovery {
  const endpoint: StoredModelEndpoint = {
    wire: "azure",
    url: azure.endpoint,
    keyRef: azureKeyRef,
    apiVersion: azure.apiVersion,
  };
  return discovery(
    azure.deployments.map((upstreamId) => ({ upstreamId, contextWindow: null, provider: "Azure" as const, endpoint })),
  );
}

async function askAnthropic(platform: Platform, url: string): Promise<Discovery> {
  const endpoint = { wire: "anthropic", url, keyRef: anthropicKeyRef } as const;
  return await askMaker(platform, endpoint, { name: "Anthropic", ending: "/v1", isOffered: () => true });
}

async function askGoogle(platform: Platform, url: string): Promise<Discovery> {
  const endpoint = { wire: "google", url, keyRef: googleKeyRef } as const;
  return await askMaker(platform, endpoint, { name: "Google", ending: "/v1beta", isOffered: isGeminiChatModel });
}

async function askMaker(
  platform: Platform,
  endpoint: StoredModelEndpoint,
  maker: { name: "Anthropic" | "Google"; ending: string; isOffered: (id: string) => boolean },
): Promise<Discovery> {
  try {
    const listed = (await list(platform, endpoint, configuredTimeoutMs)).filter(({ id }) => maker.isOffered(id));
    const problems = listed.length === 0 ? [`${endpoint.url} answered, but has no models.`] : [];
    const inOrder = listed.sort((a, b) => byKnownOrder(a.id, b.id));
    return { ...discovery(inOrder.map((model) => toFound(endpoint, maker.name, model))), problems };
  } catch (error) {
    const problems = [explainEndpointFailure(error, endpoint.url, maker)];
    return { found: [], unanswered: new Set([endpoint.url]), problems };
  }
}

/** Which models an account may use cannot be asked with a key for answers alone, so they are named in the configuration. */
function bedrockModels({ url, region, models, apiKey }: NonNullable<Platform["config"]["bedrock"]>): Discovery {
  const keyRef = apiKey === null ? awsKeyRef : bedrockKeyRef;
  const endpoint: StoredModelEndpoint = { wire: "bedrock", url, keyRef, region };
  return discovery([...new Set(models)].map((id) => toFound(endpoint, "Bedrock", { id, contextWindow: null })));
}

/** An embeddings model of a server that cannot be asked for it, or lists chat models alone. By its name it is one of theirs. */
function namedEmbeddings({ config }: Platform): Discovery {
  const { embeddingsModel: name, azure, google, bedrock } = config;
  if (name === null || name === "none") return discovery([]);
  const model = { id: name, contextWindow: null };
  if (bedrock && /^([a-z]{2,}\.)?[a-z0-9]+\./.test(name)) {
    const keyRef = bedrock.apiKey === null ? awsKeyRef : bedrockKeyRef;
    return discovery([
      toFound({ wire: "bedrock", url: bedrock.url, keyRef, region: bedrock.region }, "Bedrock", model),
    ]);
  }
  if (google && /^(gemini-embedding|text-embedding-00|embedding-)/.test(name))
    return discovery([toFound({ wire: "google", url: google.url, keyRef: googleKeyRef }, "Google", model)]);
  if (azure && !azure.deployments.includes(name)) {
    const endpoint = { wire: "azure", url: azure.endpoint, keyRef: azureKeyRef, apiVersion: azure.apiVersion } as const;
    return discovery([toFound(endpoint, "Azure", model)]);
  }
  return discovery([]);
}

async function askCompatible(platform: Platform, endpoint: StoredModelEndpoint): Promise<Discovery> {
  try {
    const listed = await list(platform, endpoint, configuredTimeoutMs);
    const problems = listed.length === 0 ? [`${endpoint.url} answered, but has no models.`] : [];
    return { ...discovery(foundAt(endpoint, listed)), problems };
  } catch (error) {
    return { found: [], unanswered: new Set([endpoint.url]), problems: [explainEndpointFailure(error, endpoint.url)] };
  }
}

async function askLocal(platform: Platform): Promise<Discovery> {
  const endpoint: StoredModelEndpoint = { wire: "openai", url: ollamaUrl, keyRef: null };
  try {
    return discovery(foundAt(endpoint, await list(platform, endpoint, localTimeoutMs)));
  } catch {
    return discovery([]); // nobody said that there is one
  }
}

/** The models of an OpenAI-compatible server, as the catalogue takes them. */
export function foundAt(endpoint: StoredModelEndpoint, listed: readonly ListedModel[]): FoundModel[] {
  const { hostname } = new URL(endpoint.url);
  const isOpenAi = hostname === new URL(openAiUrl).hostname;
  const provider = hostname.endsWith(".azure.com") ? "Azure" : isOpenAi ? "OpenAI" : "OpenAI-compatible";
  return listed.map((model) => toFound(endpoint, provider, model));
}

function toFound(endpoint: StoredModelEndpoint, provider: ModelProviderName, { id, ...told }: ListedModel): FoundModel {
  return { upstreamId: id, provider, endpoint, ...told };
}

async function list(platform: Platform, endpoint: StoredModelEndpoint, timeoutMs: number): Promise<ListedModel[]> {
  const provider = platform.modelProviders.open(await withKey(platform, endpoint));
  return await provider.listModels(AbortSignal.timeout(timeoutMs));
}
