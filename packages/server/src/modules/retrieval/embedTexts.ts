import { randomUUID } from "node:crypto";
import type { Payer } from "../../core/actor.ts";
import type { Platform } from "../../core/context.ts";
import { ModelError } from "../../platform/modelProviders/modelProvider.ts";
import { estimateMaxTokens, estimateTokens } from "../../platform/tokenCounter.ts";
import { openModelProvider, type UsableModel } from "../models/service.ts";
import { openUsage, reserveUsage, settleUsage } from "../usage/service.ts";

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
export async function embedTexts(platform: Platform, options: EmbedTextsOptions): Promise<number[][]> {
  return (await embedAndCount(platform, options)).vectors;
}

/**
 * Like `embedTexts`, for a caller who asks for the vectors: returns the counted tokens, and throws `rateLimited` if a
 * spending limit is reached.
 */
export async function embedForCaller(
  platform: Platform,
  options: EmbedTextsOptions,
): Promise<{ vectors: number[][]; inputTokens: number }> {
  return embedAndCount(platform, options, async (usageId) => {
    const { payer, model, texts } = options;
    const inputTokens = texts.reduce((sum, text) => sum + estimateMaxTokens(text), 0);
    await reserveUsage(platform, { usageId, payer, model, getMaxUsage: () => ({ inputTokens, outputTokens: 0 }) });
  });
}

async function embedAndCount(
  platform: Platform,
  { model, texts, purpose, payer, signal }: EmbedTextsOptions,
  reserve: (usageId: string) => Promise<void> = async () => undefined,
): Promise<{ vectors: number[][]; inputTokens: number }> {
  const provider = await openModelProvider(platform, model);
  if (!provider.embed) throw new ModelError("badRequest", "this model's server does not support embeddings");
  const usageId = await openUsage(platform, {
    payer,
    requestId: randomUUID(),
    conversationId: null,
    model,
    purpose: "embedding",
  });
  await reserve(usageId);
  const settle = (inputTokens: number, isEstimate: boolean, outcome: "done" | "failed") =>
    settleUsage(platform, usageId, { usage: { inputTokens, outputTokens: 0, cachedTokens: 0 }, isEstimate, outcome });
  const countTexts = () => texts.reduce((sum, text) => sum + estimateTokens(text), 0);
  try {
    const { vectors, inputTokens } = await provider.embed({ model: model.upstreamId, texts, purpose, signal });
    const counted = inputTokens ?? countTexts();
    await settle(counted, inputTokens === null, "done");
    return { vectors, inputTokens: counted };
  } catch (error) {
    // The server has the texts and bills them, even if nobody waits for the vectors any more.
    await settle(signal.aborted ? countTexts() : 0, true, "failed");
    throw error;
  }
}
