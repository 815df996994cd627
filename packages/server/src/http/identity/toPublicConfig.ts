import type { Appearance, PublicConfig } from "@lectern/contract";
import type { Config } from "../../config.ts";
import { getProductName, getSupportEmail } from "../../modules/appearance/service.ts";
import { version } from "../../version.ts";
import { logoPath } from "../appearance/logoRoute.ts";

interface SavedAppearance {
  appearance: Appearance;
  revision: number;
}

/** The part of the configuration that any browser may see. Listed explicitly, so that nothing is added by accident. */
export function toPublicConfig(config: Config, { appearance, revision }: SavedAppearance, now: Date): PublicConfig {
  return {
    productName: getProductName(appearance, config),
    chatEndpoint: config.chatEndpoint,
    logoUrl: appearance.logo === null ? null : `${logoPath}?v=${revision}`,
    accentColor: appearance.accentColor,
    policyUrl: appearance.policyUrl,
    helpUrl: appearance.helpUrl,
    contactEmail: appearance.contactEmail,
    supportEmail: getSupportEmail(appearance),
    version,
    uploadMaxBytes: config.uploadMaxBytes,
    uploadExtensions: config.uploadExtensions,
    recognizesText: config.extraction.ocrLanguages !== null,
    locksWhileAnswering: config.locksWhileAnswering,
    conditions: appearance.conditions,
    banner: isNear(appearance.banner, now) ? appearance.banner : null,
    starters: appearance.starters,
    defaultStorage: appearance.defaultStorage,
    promptCostAlert: null,
  };
}

const oneDayMs = 86_400_000;

/** True if the banner is shown today somewhere: the day differs by up to one between time zones. */
function isNear(banner: Appearance["banner"], now: Date): boolean {
  const dayOf = (offsetMs: number) => new Date(now.getTime() + offsetMs).toISOString().slice(0, 10);
  if (banner?.from && banner.from > dayOf(oneDayMs)) return false;
  return !(banner?.until && banner.until < dayOf(-oneDayMs));
}
