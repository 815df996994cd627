import { t } from "@lingui/core/macro";

/** The tabs of the administration, in the order in which they stand. */
export const adminTabIds = [
  "configurations",
  "supportedModels",
  "applicationVariables",
  "openaiEndpoints",
  "featureFlags",
  "featureData",
  "embeddings",
  "appearance",
] as const;
export type AdminTabId = (typeof adminTabIds)[number];

interface TabTexts {
  title: string;
  /** Other words that find it in the palette, separated by commas. */
  synonyms: string;
}

export function getTabTexts(id: AdminTabId): TabTexts {
  const texts: Record<AdminTabId, TabTexts> = {
    configurations: {
      title: t`Configurations`,
      synonyms: t({ message: "admins, groups of the directory, rate limit, cost alert", context: "synonyms" }),
    },
    applicationVariables: {
      title: t`Application Variables`,
      synonyms: t({ message: "secrets, keys, integrations", context: "synonyms" }),
    },
    featureFlags: {
      title: t`Feature Flags`,
      synonyms: t({ message: "features, switch on, exceptions", context: "synonyms" }),
    },
    featureData: {
      title: t`Feature Data`,
      synonyms: t({ message: "data disclosure, templates, API documentation, groups", context: "synonyms" }),
    },
    supportedModels: {
      title: t`Supported Models`,
      synonyms: t({ message: "default model, prices, language models", context: "synonyms" }),
    },
    openaiEndpoints: {
      title: t`OpenAi Endpoints`,
      synonyms: t({ message: "model servers, addresses, keys", context: "synonyms" }),
    },
    embeddings: {
      title: t`Embeddings`,
      synonyms: t({ message: "documents, search by meaning, queue", context: "synonyms" }),
    },
    appearance: {
      title: t`Look and words`,
      synonyms: t({
        message: "name, logo, accent colour, branding, conditions of use, banner, notice, starters, help, policy",
        context: "synonyms",
      }),
    },
  };
  return texts[id];
}
