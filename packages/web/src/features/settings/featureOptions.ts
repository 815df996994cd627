import type { FeatureOptions, FlagName } from "@lectern/contract";
import { t } from "@lingui/core/macro";

interface FeatureOption {
  name: keyof FeatureOptions;
  label: string;
  description: string;
  /** The flag of the feature; the option is hidden without it. */
  flag: FlagName;
}

/** Returns the features that people can turn on and off for themselves, in the order of the settings. */
export const getFeatureOptions = (): FeatureOption[] => [
  {
    name: "includeArtifacts",
    label: t`Artifacts`,
    description: t`Longer documents, code and drawings open beside the chat, with a version history.`,
    flag: "artifacts",
  },
  {
    name: "includeFocusedMessages",
    label: t`Smart focused messages`,
    description: t`Sends only the earlier messages that matter for the question.`,
    flag: "pluginsOnInput",
  },
  {
    name: "includePluginSelector",
    label: t`Feature selector`,
    description: t`A small panel over the chat that turns features on and off.`,
    flag: "pluginsOnInput",
  },
  {
    name: "includeHighlighter",
    label: t`Highlighter`,
    description: t`Select part of an answer and ask to change just that part.`,
    flag: "highlighter",
  },
  {
    name: "includeMemory",
    label: t`Memory`,
    description: t`Remembers facts from your chats for later ones. You can see and change them.`,
    flag: "memory",
  },
];
