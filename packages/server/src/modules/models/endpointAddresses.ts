import type { ModelProviderName } from "@lectern/contract";
import { isAzureUrl } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import type { StoredModelEndpoint } from "../../platform/db/schema.ts";
import {
  anthropicKeyRef,
  awsKeyRef,
  azureKeyRef,
  bedrockKeyRef,
  compatibleKeyRef,
  googleKeyRef,
  openAiKeyRef,
} from "./endpointKey.ts";
import { toBaseUrl } from "./listEndpointModels.ts";
import { isGuide } from "./policy.ts";
import type { ModelRow } from "./repository.ts";

export const openAiUrl = "https://api.openai.com/v1";

/**
 * Reads an address as administrators write it: a base URL, the URL of a chat or embeddings call, or that of a resource or
 * a deployment of Azure. Throws `invalidInput` for another text.
 */
export function parseEndpointUrl(url: string): Omit<StoredModelEndpoint, "keyRef"> {
  if (!/^https?:\/\/[^\s@]+$/i.test(url) || !URL.canParse(url)) {
    throw new AppError("invalidInput", { userMessage: "The address must begin with http:// or https://." });
  }
  if (!isAzureUrl(url)) return { wire: "openai", url: toBaseUrl(url).replace(/\/embeddings$/, "") };
  const { origin, pathname, searchParams } = new URL(url);
  const [prefix = "", deployment] = pathname.split(/\/openai\/deployments\//);
  const apiVersion = searchParams.get("api-version");
  const name = deployment?.split("/")[0];
  return {
    wire: "azure",
    url: origin + (deployment === undefined ? "" : prefix),
    apiVersion: apiVersion ?? "2024-10-21",
    ...(name && { deployment: decodeDeployment(name) }),
  };
}

function decodeDeployment(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    throw new AppError("invalidInput", { userMessage: "The name of the deployment in the address is not valid." });
  }
}

/** Writes the address of an endpoint as administrators read it, without what may be secret. */
export function toDisplayUrl({ wire, url, apiVersion, deployment }: StoredModelEndpoint, upstreamId: string): string {
  if (url === "") return "";
  const { origin, pathname } = new URL(url);
  const base = (pathname === "/" ? origin : origin + pathname).replace(/\/+$/, "");
  if (wire !== "azure") return base;
  const version = apiVersion === undefined ? "" : `?api-version=${apiVersion}`;
  return `${base}/openai/deployments/${encodeURIComponent(deployment ?? upstreamId)}${version}`;
}

/** True if the server's environment configures the endpoint, so that nobody can change it in the product. */
export function isOfEnvironment(
  { config }: Pick<Platform, "config">,
  row: ModelRow,
  endpoint: StoredModelEndpoint,
): boolean {
  const { keyRef, url, isAdded } = endpoint;
  if (keyRef !== null) return keyRef.startsWith("env:");
  if (isAdded) return false;
  return row.origin !== "admin" || config.openAiCompatible.urls.includes(url);
}

/** True if the next start would add the model again. */
export function comesBack(platform: Pick<Platform, "config">, row: ModelRow): boolean {
  return (
    isGuide(row) || row.endpoints.some((endpoint) => !endpoint.isAdded && isOfEnvironment(platform, row, endpoint))
  );
}

/** Returns the address that the environment has for the models of a provider, so that models can be added by name. */
export function findEnvironmentEndpoint(
  { openAiApiKey, azure, anthropic, google, bedrock, openAiCompatible }: Platform["config"],
  provider: ModelProviderName,
): StoredModelEndpoint | null {
  switch (provider) {
    case "OpenAI":
      return openAiApiKey === null ? null : { wire: "openai", url: openAiUrl, keyRef: openAiKeyRef };
    case "Azure": {
      if (!azure) return null;
      return { wire: "azure", url: azure.endpoint, keyRef: azureKeyRef, apiVersion: azure.apiVersion };
    }
    case "Anthropic":
      return anthropic && { wire: "anthropic", url: anthropic.url, keyRef: anthropicKeyRef };
    case "Google":
      return google && { wire: "google", url: google.url, keyRef: googleKeyRef };
    case "Bedrock": {
      if (!bedrock) return null;
      const keyRef = bedrock.apiKey === null ? awsKeyRef : bedrockKeyRef;
      return { wire: "bedrock", url: bedrock.url, keyRef, region: bedrock.region };
    }
    case "OpenAI-compatible": {
      const [url] = openAiCompatible.urls;
      if (url === undefined) return null;
      return { wire: "openai", url, keyRef: openAiCompatible.apiKey === null ? null : compatibleKeyRef };
    }
    case "Guide":
      return null;
    default:
      return provider satisfies never;
  }
}
