import type { Platform } from "../../core/context.ts";
import type { StoredModelEndpoint } from "../../platform/db/schema.ts";
import { type ListedModel, ModelError } from "../../platform/modelProviders/modelProvider.ts";
import type { FoundModel } from "./catalogue.ts";
import { explainEndpointFailure } from "./endpointFailure.ts";
import { azureKeyRef, compatibleKeyRef, openAiKeyRef, readEndpointKey } from "./endpointKey.ts";
import { byKnownOrder, isOpenAiChatModel, openAiModelsWithoutList } from "./knownModels.ts";

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
  const { openAiApiKey, azure, openAiCompatible } = platform.config;
  const compatible = [...new Set(openAiCompatible.urls)];
  const compatibleKey = openAiCompatible.apiKey === null ? null : compatibleKeyRef;
  const sources = [
    ...(openAiApiKey === null ? [] : [askOpenAi(platform)]),
    ...(azure === null ? [] : [Promise.resolve(azureDeployments(azure))]),
    ...compatible.map((url) => askCompatible(platform, { wire: "openai", url, keyRef: compatibleKey })),
  ];
  if (sources.length === 0 && looksForLocal) sources.push(askLocal(platform));
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
  const toFound = (id: string) => ({ upstreamId: id, contextWindow: null, provider: "OpenAI" as const, endpoint });
  try {
    const listed = await list(platform, endpoint, configuredTimeoutMs);
    const ids = listed.map(({ id }) => id);
    const embeddings = ids.filter((id) => /^text-embedding/.test(id));
    return discovery([...ids.filter(isOpenAiChatModel).sort(byKnownOrder), ...embeddings].map(toFound));
  } catch (error) {
    const isRefused = error instanceof ModelError && error.kind === "unauthorized";
    return {
      found: isRefused ? [] : openAiModelsWithoutList.map(toFound),
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
  const provider = hostname.endsWith(".azure.com") ? "Azure" : "OpenAI";
  return listed.map(({ id, contextWindow }) => ({ upstreamId: id, contextWindow, provider, endpoint }));
}

async function list(platform: Platform, endpoint: StoredModelEndpoint, timeoutMs: number): Promise<ListedModel[]> {
  const { wire, url, keyRef } = endpoint;
  const provider = platform.modelProviders.open({ wire, url, key: await readEndpointKey(platform, keyRef) });
  return await provider.listModels(AbortSignal.timeout(timeoutMs));
}
