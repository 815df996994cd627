import { type ChatCapability, chatKeyScopes } from "@lectern/contract";
import type { Actor, GateRequest, Platform } from "../../core/context.ts";
import { passGates } from "../../core/gate.ts";
import type { ChatTurn } from "../../core/run/chatTurn.ts";
import { listTurnScopes } from "../../modules/chat/listTurnScopes.ts";
import { questionWeight } from "../../modules/requestRates/service.ts";

/** Passes the gates for what a turn uses. Its route has counted one request. */
export async function passTurnGates(platform: Platform, actor: Actor, turn: ChatTurn): Promise<void> {
  await passGates(platform, actor, {
    keyScopes: listTurnScopes(turn),
    isDisclosureExempt: false,
    flag: turn.cloudIds ? "storeCloudConversations" : undefined,
    weight: questionWeight - 1,
  });
}

/** What the routes that ask a model need before their body is read. */
export function toChatGateRequest(capabilities: readonly ChatCapability[]): GateRequest {
  return {
    keyScopes: capabilities.map((capability) => chatKeyScopes[capability]),
    isDisclosureExempt: false,
    weight: 1,
  };
}
