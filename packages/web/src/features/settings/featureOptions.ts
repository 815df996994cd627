import type { FeatureOptions } from "@lectern/contract";
import { t } from "@lingui/core/macro";

interface FeatureOption {
  name: keyof FeatureOptions;
  label: string;
  description: string;
}

/** Returns the features that people can turn on and off for themselves, in the order of the settings. */
export const getFeatureOptions = (): FeatureOption[] => [
  {
    name: "includeArtifacts",
    label: t`Artifacts`,
    description: t`Longer documents, code and drawings open beside the chat, with a version history.`,
  },
  {
    name: "includeFocusedMessages",
    label: t`Smart focused messages`,
    description: t`In a long chat, sends only the earlier messages that matter for the question.`,
  },
  {
    name: "includePluginSelector",
    label: t`Feature selector`,
    description: t`A small panel over the chat that turns features on and off.`,
  },
  {
    name: "includeHighlighter",
    label: t`Highlighter`,
    description: t`Select part of an answer and ask to change just that part.`,
  },
  {
    name: "includeMemory",
    label: t`Memory`,
    description: t`Remembers facts from your chats for later ones. You can see and change them.`,
  },
];
