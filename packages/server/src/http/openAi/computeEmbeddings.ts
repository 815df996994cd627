import { getLimitedId } from "../../core/actor.ts";
import type { Actor, Platform } from "../../core/context.ts";
import { passGates } from "../../core/gate.ts";
import { choosePayer } from "../../modules/accounts/service.ts";
import { toAppError } from "../../modules/chat/toAppError.ts";
import { findEmbeddingsModel } from "../../modules/models/service.ts";
import { runHeavyCall } from "../../modules/requestRates/service.ts";
import { embedForCaller } from "../../modules/retrieval/service.ts";
import { createModelNotFoundError } from "./apiErrors.ts";
import { embeddingsKeyScopes } from "./apiModels.ts";
import type { EmbeddingsCall } from "./embeddingsRequest.ts";
import type { EmbeddingList } from "./replySchemas.ts";
import { toRunError } from "./toApiError.ts";

/** Texts per request that the rate limit counts. */
const textsPerCountedRequest = 100;

/** Computes embeddings with the institution's model, and builds the reply. */
export async function computeEmbeddings(
  platform: Platform,
  caller: Actor,
  { model: requestedModel, texts, isBase64 }: EmbeddingsCall,
  signal: AbortSignal,
): Promise<EmbeddingList> {
  await passGates(platform, caller, {
    keyScopes: [embeddingsKeyScopes],
    isDisclosureExempt: false,
    weight: Math.floor(texts.length / textsPerCountedRequest),
  });
  const model = await findEmbeddingsModel(platform);
  if (!model || ![model.id, model.upstreamId].includes(requestedModel)) throw createModelNotFoundError(requestedModel);
  const payer = await choosePayer(platform, caller, null);
  const embed = () => embedForCaller(platform, { model, texts, purpose: "document", payer, signal });
  const { vectors, inputTokens } = await runHeavyCall(platform, getLimitedId(caller), signal, embed).catch(
    (error: unknown) => {
      signal.throwIfAborted();
      throw toRunError(toAppError(error), { model: requestedModel, inputField: "input" });
    },
  );
  return {
    object: "list",
    model: requestedModel,
    data: vectors.map((vector, index) => ({
      object: "embedding",
      index,
      embedding: isBase64 ? toBase64(vector) : vector,
    })),
    usage: { prompt_tokens: inputTokens, total_tokens: inputTokens },
  };
}

/** 32-bit floats, of which the first byte is the lowest. */
function toBase64(vector: readonly number[]): string {
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, index * 4);
  return bytes.toString("base64");
}
