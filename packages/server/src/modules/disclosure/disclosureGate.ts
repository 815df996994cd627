import { AppError } from "../../core/appError.ts";
import type { Gate, Platform } from "../../core/context.ts";
import { defineServerState } from "../../core/serverState.ts";
import { createReadCache } from "../../platform/readCache.ts";
import { isFlagOn } from "../flags/service.ts";
import { findRequiredDisclosure } from "./repository.ts";

const requiredVersions = defineServerState(({ clock }: Pick<Platform, "clock">) =>
  createReadCache<{ version: string | null }>(clock, { lifetimeMs: 1_000 }),
);

/** Rejects a caller who has not accepted the present version of the data disclosure agreement. */
export const disclosureGate: Gate = async (platform, actor, { isDisclosureExempt }) => {
  if (isDisclosureExempt || !(await isFlagOn(platform, actor, "dataDisclosure"))) return;
  const required = await loadRequiredVersion(platform);
  if (required === null || required === actor.acceptedDisclosure) return;
  throw new AppError("forbidden", {
    userMessage: "Please accept the data disclosure agreement first.",
    fields: { error: "DisclosureRequired" },
  });
};

async function loadRequiredVersion(platform: Platform): Promise<string | null> {
  const required = await requiredVersions(platform).get("version", async () => ({
    version: await findRequiredDisclosure(platform.db),
  }));
  return required?.version ?? null;
}
