import { AppError } from "../../core/appError.ts";
import type { Context } from "../../core/context.ts";
import type { ListedModel } from "../../platform/modelProviders/modelProvider.ts";
import { endpointFailure } from "./endpointFailure.ts";

/** A base address as it is kept: without what people copy along with it. Throws `invalidInput` for what is no address. */
export function baseAddress(url: string): string {
  if (!URL.canParse(url)) {
    throw new AppError("invalidInput", { issues: [{ path: "url", message: "is not an address" }] });
  }
  const { origin, pathname } = new URL(url);
  return origin + pathname.replace(/\/(chat\/completions|models)?\/*$/, "").replace(/\/+$/, "");
}

/** The models that answer at an address. Redirects are not followed. Throws `providerFailed` or `providerTimeout`, saying what to do. */
export async function probeEndpoint(ctx: Context, url: string, key: string): Promise<ListedModel[]> {
  try {
    return await ctx.modelProviders.open({ wire: "openai", url, key }).listModels(ctx.signal);
  } catch (error) {
    ctx.signal.throwIfAborted();
    throw endpointFailure(error, url);
  }
}
