import { randomUUID } from "node:crypto";
import type { Payer } from "../../core/actor.ts";
import type { Platform } from "../../core/context.ts";
import { ModelError } from "../../platform/modelProviders/modelProvider.ts";
import { estimateTokens } from "../../platform/tokenCounter.ts";
import { openModelProvider, type UsableModel } from "../models/service.ts";
import { openUsage, settleUsage } from "../usage/service.ts";

interface EmbedTextsOptions {
  model: UsableModel;
  texts: readonly string[];
  purpose: "document" | "question";
  /** The person to whom the usage is charged. */
  payer: Payer;
  signal: AbortSignal;
}

/**
 * Returns one vector per text, in order, and records the usage. Throws `ModelError`, `AppError` or the signal's reason.
 */
export async function embedTexts(
  platform: Platform,
  { model, texts, purpose, payer, signal }: EmbedTextsOptions,
): Promise<number[][]> {
  const provider = await openModelProvider(platform, model);
  if (!provider.embed) throw new ModelError("badRequest", "this model's server does not support embeddings");
  const usageId = await openUsage(platform, {
    payer,
    requestId: randomUUID(),
    conversationId: null,
    model,
    purpose: "embedding",
  });
  const settle = (inputTokens: number, isEstimate: boolean, outcome: "done" | "failed") =>
    settleUsage(platform, usageId, { usage: { inputTokens, outputTokens: 0, cachedTokens: 0 }, isEstimate, outcome });
  try {
    const { vectors, inputTokens } = await provider.embed({ model: model.upstreamId, texts, purpose, signal });
    const estimate = () => texts.reduce((sum, text) => sum + estimateTokens(text), 0);
    await settle(inputTokens ?? estimate(), inputTokens === null, "done");
    return vectors;
  } catch (error) {
    await settle(0, true, "failed");
    throw error;
  }
}
