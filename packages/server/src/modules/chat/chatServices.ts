import type { Actor, Platform } from "../../core/context.ts";
import { createTokenCounter, type TokenCounter } from "../../platform/tokenCounter.ts";
import { createModelFinder, type UsableModel } from "../models/service.ts";

/** The services that every answer needs. A server creates them once. */
export interface ChatServices {
  platform: Platform;
  tokens: TokenCounter;
  findModel(actor: Actor, modelId: string): Promise<UsableModel>;
}

export function createChatServices(platform: Platform): ChatServices {
  return {
    platform,
    tokens: createTokenCounter(),
    findModel: createModelFinder(platform),
  };
}
