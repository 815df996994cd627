import type { Appearance } from "@lectern/contract";
import type { Config } from "../../config.ts";
import { defaultProductName } from "../../configVariables.ts";

export type AppearanceConfig = Pick<
  Config,
  "productName" | "policyUrl" | "contactEmail" | "supportEmail" | "defaultStorage"
>;

/** Returns what the server's environment sets, which nobody can change in the product. */
function readEnvironment(config: AppearanceConfig): Partial<Appearance> {
  const { productName, policyUrl, contactEmail, supportEmail, defaultStorage } = config;
  return {
    ...(productName !== defaultProductName && { productName }),
    ...(policyUrl !== null && { policyUrl }),
    ...(contactEmail !== null && { contactEmail }),
    ...(supportEmail !== null && { supportEmail }),
    ...(defaultStorage !== null && { defaultStorage }),
  };
}

/** Returns what administrators have saved, and in its place what the environment sets. */
export const applyEnvironment = (config: AppearanceConfig, saved: Appearance): Appearance => ({
  ...saved,
  ...readEnvironment(config),
});

/** Lists the fields that the environment sets. */
export const listLockedFields = (config: AppearanceConfig): string[] => Object.keys(readEnvironment(config));
