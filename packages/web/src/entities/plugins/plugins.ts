import type { FeatureOptions, Flags } from "@lectern/contract";

/** The features that a person turns on and off for the next messages, in the order of the selector. */
export const pluginIds = ["code-interpreter", "rag", "artifacts", "smart-focused-messages"] as const;
export type PluginId = (typeof pluginIds)[number];

/** What a person has chosen in the selector. A feature without a choice has its default. */
export type PluginStates = Readonly<{ [Id in PluginId]?: boolean | undefined }>;

/** What decides which features a person has. */
export interface PluginSources {
  /** Undefined while the flags are unknown. */
  flags: Flags | undefined;
  options: FeatureOptions;
  states: PluginStates;
}

type Access = Omit<PluginSources, "states">;

/** True if the person sees the selector. Without it, each feature has its default. */
export const hasPluginSelector = ({ flags, options }: Access): boolean =>
  flags?.pluginsOnInput === true && options.includePluginSelector;

export const getPluginDefault = (id: PluginId, options: FeatureOptions): boolean => defaults[id](options);

const defaults: Readonly<Record<PluginId, (options: FeatureOptions) => boolean>> = {
  "code-interpreter": () => false,
  rag: () => true,
  artifacts: ({ includeArtifacts }) => includeArtifacts,
  "smart-focused-messages": ({ includeFocusedMessages }) => includeFocusedMessages,
};

/** Lists the features that the person could use now. */
export const listPlugins = ({ flags, options }: Access): PluginId[] =>
  flags ? pluginIds.filter((id) => requirements[id](flags, options)) : [];

const requirements: Readonly<Record<PluginId, (flags: Flags, options: FeatureOptions) => boolean>> = {
  "code-interpreter": ({ codeInterpreterEnabled }) => codeInterpreterEnabled,
  rag: ({ ragEnabled }) => ragEnabled,
  artifacts: ({ artifacts }, { includeArtifacts }) => artifacts && includeArtifacts,
  "smart-focused-messages": ({ focusedMessages }, { includeFocusedMessages }) =>
    focusedMessages && includeFocusedMessages,
};

/** True if the next answer may use the feature. */
export function isPluginOn(id: PluginId, sources: PluginSources): boolean {
  const { options, states } = sources;
  const chosen = hasPluginSelector(sources) ? states[id] : undefined;
  return listPlugins(sources).includes(id) && (chosen ?? getPluginDefault(id, options));
}

/** True if only the person’s choice in the selector keeps the feature off. While the flags are unknown, it counts. */
export function isSwitchedOff(id: PluginId, sources: PluginSources): boolean {
  const { flags, options, states } = sources;
  if (states[id] !== false || !options.includePluginSelector || !getPluginDefault(id, options)) return false;
  return flags === undefined || (hasPluginSelector(sources) && listPlugins(sources).includes(id));
}

/** Whether the next answer may use a feature. `absent`: the person could not turn it on. */
export function getPluginUse(id: PluginId, sources: PluginSources): "on" | "off" | "absent" {
  if (!listPlugins(sources).includes(id)) return "absent";
  return isPluginOn(id, sources) ? "on" : "off";
}

/** What answers the next question. */
export interface AnswerChoice {
  states: PluginStates;
  /** Null: no assistant. */
  assistantId: string | null;
}

type ChoiceChange = { pluginId: PluginId; isOn: boolean } | { assistantId: string | null };

/** Returns the choice after a change. The code interpreter and an assistant exclude each other: the last one stays. */
export function changeChoice(choice: AnswerChoice, change: ChoiceChange): AnswerChoice {
  if ("assistantId" in change) {
    const { assistantId } = change;
    const isExcluded = assistantId !== null && choice.states["code-interpreter"] === true;
    return { assistantId, states: isExcluded ? { ...choice.states, "code-interpreter": false } : choice.states };
  }
  const { pluginId, isOn } = change;
  const excludesAssistant = pluginId === "code-interpreter" && isOn;
  return {
    assistantId: excludesAssistant ? null : choice.assistantId,
    states: { ...choice.states, [pluginId]: isOn },
  };
}
