import { AppError } from "../../core/appError.ts";
import type { Context } from "../../core/context.ts";
import type { ListedModel } from "../../platform/modelProviders/modelProvider.ts";
import { toEndpointError } from "./toEndpointError.ts";

/**
 * Converts a URL to a base URL by removing the query and the path of an operation such as `/chat/completions`, which
 * people often copy too. Throws `invalidInput` for an invalid URL.
 */
export function toBaseUrl(url: string): string {
  if (!URL.canParse(url)) {
    throw new AppError("invalidInput", { issues: [{ path: "url", message: "is not a valid address" }] });
  }
  const { origin, pathname } = new URL(url);
  return origin + pathname.replace(/\/(chat\/completions|models)?\/*$/, "").replace(/\/+$/, "");
}

/**
 * Lists the models of an OpenAI-compatible server. Does not follow redirects. Throws `providerFailed` or
 * `providerTimeout` with a message that explains what to do.
 */
export async function listEndpointModels(ctx: Context, url: string, key: string): Promise<ListedModel[]> {
  try {
    return await ctx.modelProviders.open({ wire: "openai", url, key }).listModels(ctx.signal);
  } catch (error) {
    ctx.signal.throwIfAborted();
    throw toEndpointError(error, url);
  }
}
