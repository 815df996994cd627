import type { OpDefinition } from "@lectern/contract";
import type { Actor } from "./actor.ts";
import type { Gate, GateRequest, Platform } from "./context.ts";

/** The gates in the order in which every request passes them. */
export const gateNames = ["blocked", "keyScope", "flag", "disclosure", "rate"] as const;
export type GateName = (typeof gateNames)[number];

/**
 * Runs all gates in their order. Throws their errors. Called at every entry point after the authentication: for ops,
 * the chat, and requests to signed addresses.
 */
export async function passGates(platform: Platform, actor: Actor, request: GateRequest): Promise<void> {
  for (const gate of platform.gates) await gate(platform, actor, request);
}

/** Describes a call of an op. `countedWeight`: what the entry point has already counted. */
export function toGateRequest(op: OpDefinition, countedWeight = 0): GateRequest {
  return {
    keyScopes: [op.keyScopes],
    flag: op.flag,
    isDisclosureExempt: op.isDisclosureExempt ?? false,
    weight: (op.weight ?? 1) - countedWeight,
  };
}

/** Sorts the gates of all modules. */
export function sortGates(gatesByModule: readonly Partial<Record<GateName, Gate>>[]): readonly Gate[] {
  return gateNames.flatMap((name) => gatesByModule.flatMap((gates) => gates[name] ?? []));
}
