import type { PublicConfig } from "@lectern/contract";
import type { Config } from "../config.ts";
import { version } from "../version.ts";

/** What a browser may know of the configuration, whoever uses it. Named one by one, so that nothing joins it by accident. */
export function publicConfig(config: Config): PublicConfig {
  return {
    productName: config.productName,
    chatEndpoint: config.chatEndpoint,
    policyUrl: config.policyUrl,
    contactEmail: config.contactEmail,
    supportEmail: config.supportEmail,
    version,
    uploadMaxBytes: config.uploadMaxBytes,
  };
}
