import { optimizePrompt } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { implement } from "../../../core/implement.ts";
import { ModelError } from "../../../platform/modelProviders/modelProvider.ts";
import { findAdvancedModel, findDefaultModel } from "../../models/service.ts";
import { toModelFailure } from "../../sideCalls/service.ts";
import { parseOptimizedPrompt } from "../parseOptimizedPrompt.ts";
import { requestOptimizedPrompt } from "../requestOptimizedPrompt.ts";

export const optimizePromptHandler = implement(optimizePrompt, async (ctx, { prompt, maxPlaceholders }) => {
  const model = (await findAdvancedModel(ctx, ctx.actor)) ?? (await findDefaultModel(ctx, ctx.actor));
  if (!model) {
    throw new AppError("notFound", { userMessage: "There is no language model that could rewrite the prompt." });
  }
  const request = { payer: ctx.actor, model, prompt, maxPlaceholders, signal: ctx.signal };
  const output = await requestOptimizedPrompt(ctx, request).catch((error: unknown) => {
    throw toOptimizerFailure(error);
  });
  const optimized = parseOptimizedPrompt(output, prompt, maxPlaceholders);
  if (optimized === null) {
    throw new AppError("providerFailed", { userMessage: "The model didn’t return a prompt." });
  }
  return { prompt_template: optimized };
});

function toOptimizerFailure(error: unknown): unknown {
  if (!(error instanceof ModelError)) return toModelFailure(error);
  switch (error.kind) {
    case "contextTooLong":
      return new AppError("tooLarge", { userMessage: "The prompt is too long for the model.", cause: error });
    case "contentFilter": {
      const userMessage = "The model’s server rejected this message because of its content policy.";
      return new AppError("unprocessable", { userMessage, cause: error });
    }
    default:
      return toModelFailure(error);
  }
}
