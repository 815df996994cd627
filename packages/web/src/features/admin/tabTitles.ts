import { t } from "@lingui/core/macro";

/** The tabs of the administration, in the order in which they stand. */
export const adminTabIds = [
  "configurations",
  "supportedModels",
  "applicationVariables",
  "openaiEndpoints",
  "featureFlags",
  "featureData",
  "operations",
  "embeddings",
  "integrations",
  "people",
  "auditLog",
  "quality",
  "usage",
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
      synonyms: t({
        message: "administrators, admins, groups of the directory, rate limit, cost alert",
        context: "synonyms",
      }),
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
    operations: {
      title: t`Ops`,
      synonyms: t({ message: "operations, functions, requests, APIs of assistants", context: "synonyms" }),
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
    integrations: {
      title: t`Integrations`,
      synonyms: t({ message: "Google, OAuth, client ID, connect accounts", context: "synonyms" }),
    },
    people: {
      title: t`People`,
      synonyms: t({
        message: "users, accounts, sign out everywhere, sessions, block, erase, delete, storage",
        context: "synonyms",
      }),
    },
    auditLog: {
      title: t`Audit log`,
      synonyms: t({ message: "history, who changed what, record, trail", context: "synonyms" }),
    },
    quality: {
      title: t`Quality improvement`,
      synonyms: t({ message: "shared chats, submissions, summaries, feedback, CSV", context: "synonyms" }),
    },
    usage: {
      title: t`Usage`,
      synonyms: t({ message: "cost, tokens, spending, bills, accounts, report, CSV", context: "synonyms" }),
    },
    appearance: {
      title: t`Look and words`,
      synonyms: t({
        message:
          "name, logo, accent colour, branding, conditions of use, banner, maintenance, notice, starters, help, policy",
        context: "synonyms",
      }),
    },
  };
  return texts[id];
}
