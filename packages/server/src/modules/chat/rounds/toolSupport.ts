import type { Platform } from "../../../core/context.ts";
import { defineServerState } from "../../../core/serverState.ts";
import type { UsableModel } from "../../../core/usableModel.ts";

/** A model whose server has rejected tools gets none for this time. */
const rejectionMs = 60 * 60_000;

const rejections = defineServerState(() => new Map<string, number>());

/** Returns false for the built-in guide, and for a model whose server has recently rejected tools. */
export function supportsTools({ clock, state }: Pick<Platform, "clock" | "state">, model: UsableModel): boolean {
  if (model.isGuide) return false;
  const rejectedAt = rejections({ state }).get(model.id);
  return rejectedAt === undefined || clock.now().getTime() - rejectedAt > rejectionMs;
}

export function rememberRejectedTools({ clock, state }: Pick<Platform, "clock" | "state">, modelId: string): void {
  rejections({ state }).set(modelId, clock.now().getTime());
}
