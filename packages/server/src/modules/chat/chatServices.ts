import type { Flags } from "@lectern/contract";
import type { Actor, Platform } from "../../core/context.ts";
import { createTokenCounter, type TokenCounter } from "../../platform/tokenCounter.ts";
import { createFlagLoader } from "../flags/service.ts";
import { createModelFinder, type UsableModel } from "../models/service.ts";

/** The services that every answer needs. A server creates them once. */
export interface ChatServices {
  platform: Platform;
  tokens: TokenCounter;
  findModel(actor: Actor, modelId: string): Promise<UsableModel>;
  loadFlags(actor: Actor): Promise<Flags>;
}

export function createChatServices(platform: Platform): ChatServices {
  return {
    platform,
    tokens: createTokenCounter(),
    findModel: createModelFinder(platform),
    loadFlags: createFlagLoader(platform),
  };
}
