import { Appearance, defaultAppearance } from "@lectern/contract";
import type { Platform } from "../../core/context.ts";
import { defineServerState } from "../../core/serverState.ts";
import type { Db } from "../../platform/db/database.ts";
import { createReadCache } from "../../platform/readCache.ts";
import { type AppearanceConfig, applyEnvironment } from "./applyEnvironment.ts";
import { findAppearance } from "./repository.ts";

export { applyEnvironment, listLockedFields } from "./applyEnvironment.ts";
export { parseLogo } from "./logo.ts";

interface SavedAppearance {
  appearance: Appearance;
  /** Of what was saved last; 0: nothing was. */
  revision: number;
}

const cachedAppearance = defineServerState(({ clock }: Pick<Platform, "clock">) =>
  createReadCache<SavedAppearance>(clock, { lifetimeMs: 1_000 }),
);

/** Reads what administrators have saved, without what the environment sets. */
export async function readSavedAppearance(db: Db): Promise<SavedAppearance> {
  const row = await findAppearance(db);
  const { data } = Appearance.safeParse({ ...defaultAppearance, ...toObject(row?.value) });
  return { appearance: data ?? defaultAppearance, revision: row?.revision ?? 0 };
}

const toObject = (value: unknown) => (typeof value === "object" ? value : null);

/**
 * Returns how the institution presents the product. Reads at most once a second. Without the database it is what the
 * environment sets, so that pages which need no database are still shown.
 */
export async function loadAppearance(
  platform: Pick<Platform, "db" | "clock" | "state" | "log"> & { config: AppearanceConfig },
): Promise<SavedAppearance> {
  const saved = await cachedAppearance(platform)
    .get("appearance", () => readSavedAppearance(platform.db))
    .catch((error: unknown) => {
      platform.log.warn({ err: error }, "the institution's name and logo could not be read");
      return null;
    });
  return {
    appearance: applyEnvironment(platform.config, saved?.appearance ?? defaultAppearance),
    revision: saved?.revision ?? 0,
  };
}

/** Makes a change visible in this process at once; in others it takes a second. */
export function forgetAppearance(platform: Pick<Platform, "clock" | "state">): void {
  cachedAppearance(platform).clear();
}

/** Returns the product's name. */
export const getProductName = ({ productName }: Appearance, config: AppearanceConfig): string =>
  productName ?? config.productName;

export async function loadProductName(platform: Parameters<typeof loadAppearance>[0]): Promise<string> {
  return getProductName((await loadAppearance(platform)).appearance, platform.config);
}

/** Returns the address for feedback and for people who are blocked. */
export const getSupportEmail = ({ supportEmail, contactEmail }: Appearance): string | null =>
  supportEmail ?? contactEmail;
