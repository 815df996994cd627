import { chatKeyScopes, dualRetrieval, Id } from "@lectern/contract";
import type { Actor, Platform } from "../../core/context.ts";
import { assertScope, hasScopes } from "../../modules/access/service.ts";
import { findAppliedAssistant, listUsableAssistants } from "../../modules/assistants/service.ts";
import { findEmbeddingsModel, listAvailableModels } from "../../modules/models/service.ts";
import { createModelNotFoundError } from "./apiErrors.ts";
import type { ApiModel } from "./replySchemas.ts";
import { assistantPrefix } from "./runApiCall.ts";
import { toRunError } from "./toApiError.ts";

/** What a key needs to compute embeddings. */
export const embeddingsKeyScopes = dualRetrieval.keyScopes;

/** Lists what the caller can name as `model`: models, assistants, and the model for embeddings. */
export async function listApiModels(platform: Platform, actor: Actor): Promise<ApiModel[]> {
  const { chatModels, embeddingsModels } = await listModelsWithoutAssistants(platform, actor);
  const assistants = hasScopes(actor.credential, [chatKeyScopes.assistant])
    ? await listUsableAssistants(platform, actor)
    : [];
  return [
    ...chatModels,
    ...assistants.map(({ id, name, updatedAt }) => toApiModel(assistantPrefix + id, name, "assistant", updatedAt)),
    ...embeddingsModels,
  ];
}

/** Finds one of them. Throws `notFound`. */
export async function getApiModel(platform: Platform, actor: Actor, id: string): Promise<ApiModel> {
  if (id.startsWith(assistantPrefix)) {
    assertScope(actor.credential, chatKeyScopes.assistant);
    const assistantId = Id.safeParse(id.slice(assistantPrefix.length)).data;
    if (assistantId === undefined) throw createModelNotFoundError(id);
    const assistant = await findAppliedAssistant(platform, actor, { assistantId, groupType: null }).catch(
      (error: unknown) => {
        throw toRunError(error, { model: id, inputField: "messages" });
      },
    );
    return toApiModel(id, assistant.name, "assistant");
  }
  const { chatModels, embeddingsModels } = await listModelsWithoutAssistants(platform, actor);
  const model = [...chatModels, ...embeddingsModels].find((listed) => listed.id === id);
  if (!model) throw createModelNotFoundError(id);
  return model;
}

async function listModelsWithoutAssistants(platform: Platform, actor: Actor) {
  const { models } = await listAvailableModels(platform, actor);
  const embeddingsModel = hasScopes(actor.credential, [embeddingsKeyScopes])
    ? await findEmbeddingsModel(platform)
    : null;
  return {
    chatModels: models.map(({ id, name, provider }) => toApiModel(id, name, provider)),
    embeddingsModels: embeddingsModel ? [toApiModel(embeddingsModel.id, embeddingsModel.name, "embeddings")] : [],
  };
}

function toApiModel(id: string, name: string, ownedBy: string, changedAt?: Date): ApiModel {
  const created = changedAt ? Math.floor(changedAt.getTime() / 1_000) : 0;
  return { id, object: "model", created, owned_by: ownedBy.toLowerCase(), name };
}
