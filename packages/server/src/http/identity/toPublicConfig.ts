import type { PublicConfig } from "@lectern/contract";
import type { Config } from "../../config.ts";
import { version } from "../../version.ts";

/** The part of the configuration that any browser may see. Listed explicitly, so that nothing is added by accident. */
export function toPublicConfig(config: Config): PublicConfig {
  return {
    productName: config.productName,
    chatEndpoint: config.chatEndpoint,
    policyUrl: config.policyUrl,
    contactEmail: config.contactEmail,
    supportEmail: config.supportEmail,
    version,
    uploadMaxBytes: config.uploadMaxBytes,
    uploadExtensions: config.uploadExtensions,
    recognizesText: config.extraction.ocrLanguages !== null,
    locksWhileAnswering: config.locksWhileAnswering,
    defaultStorage: config.defaultStorage,
    promptCostAlert: null,
  };
}
