import type { FeatureOptions, FlagName } from "@lectern/contract";

interface FeatureOption {
  name: keyof FeatureOptions;
  label: string;
  description: string;
  /** The flag of the feature; the option is hidden without it. */
  flag: FlagName;
}

/** The features that people can turn on and off for themselves, in the order of the settings. */
export const featureOptions: readonly FeatureOption[] = [
  {
    name: "includeArtifacts",
    label: "Artifacts",
    description: "Longer documents, code and drawings open beside the conversation, with a version history.",
    flag: "artifacts",
  },
  {
    name: "includeFocusedMessages",
    label: "Smart focused messages",
    description: "Sends only the earlier messages that matter for the question.",
    flag: "pluginsOnInput",
  },
  {
    name: "includePluginSelector",
    label: "Feature selector",
    description: "A small panel over the conversation that turns features on and off.",
    flag: "pluginsOnInput",
  },
  {
    name: "includeHighlighter",
    label: "Highlighter",
    description: "Mark a part of an answer and ask for a change to just that part.",
    flag: "highlighter",
  },
  {
    name: "includeMemory",
    label: "Memory",
    description: "Remembers facts from your conversations for later ones. You can see and change them.",
    flag: "memory",
  },
];
