import { isEmbeddingsModelId } from "./modelKinds.ts";
import type { EndpointTestBody } from "./models.ts";

/** The version of Azure's API for which an address without a version is tested. */
const azureApiVersions = {
  embeddings: "2024-02-01",
  codeInterpreter: "2024-08-01-preview",
  chat: "2024-10-21",
} as const;

type EndpointKind = keyof typeof azureApiVersions;

/** Returns how a model is called: one with "embed" in its id returns vectors, and all others chat. */
function getKind(modelId: string): EndpointKind {
  if (isEmbeddingsModelId(modelId)) return "embeddings";
  return /code-?interpreter/i.test(modelId) ? "codeInterpreter" : "chat";
}

/** True for the address of a resource or a deployment of Azure, whose calls need the version of the API. */
export function isAzureUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname, pathname } = new URL(url);
  if (/\/openai\/deployments\//.test(pathname)) return true;
  return hostname.endsWith(".azure.com") && !/\/v\d/.test(pathname);
}

/** Returns the address with the version of Azure's API that the model needs, unless it has one or is not Azure's. */
export function addApiVersion(url: string, modelId: string): string {
  if (!isAzureUrl(url)) return url;
  const versioned = new URL(url);
  if (!versioned.searchParams.has("api-version"))
    versioned.searchParams.set("api-version", azureApiVersions[getKind(modelId)]);
  return versioned.href;
}

/** Returns the short call with which an address of a model is tested before it is saved. */
export function buildEndpointTest(modelId: string, url: string): { url: string; body: EndpointTestBody } {
  const kind = getKind(modelId);
  const versionedUrl = addApiVersion(url, modelId);
  if (kind === "embeddings") return { url: versionedUrl, body: { model: modelId, input: "Hello" } };
  return {
    url: versionedUrl,
    body: {
      model: kind === "codeInterpreter" ? "gpt-4o" : modelId,
      messages: [{ role: "user", content: "Hello, this is a short test." }],
      max_tokens: 50,
      temperature: 1,
      top_p: 1,
      n: 1,
      stream: false,
    },
  };
}
