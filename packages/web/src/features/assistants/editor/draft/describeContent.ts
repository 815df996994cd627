import type { AssistantContent, DataSource } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import type { ContentField } from "./contentField.ts";
import { describeOperations } from "./describeOperations.ts";
import { getDataSourceOptionTexts, getMessageOptionTexts } from "./optionTexts.ts";

/** Returns the fields of a version in the order of the editor. `findModelName`: null for a model that is unknown. */
export function describeContent(
  content: AssistantContent,
  findModelName: (id: string) => string | null,
): ContentField[] {
  const { name, description, instructions, disclaimer, tags, dataSources, data } = content;
  const { model, dataSourceOptions, messageOptions } = data;
  return [
    { id: "name", label: t`Assistant Name`, text: name },
    { id: "icon", label: t`Icon`, text: data.icon },
    { id: "description", label: t`Description`, text: description },
    { id: "instructions", label: t`Instructions`, text: instructions },
    { id: "disclaimer", label: t`Disclaimer to Append to Responses`, text: disclaimer },
    { id: "uri", label: t`URI`, text: content.uri ?? "" },
    { id: "dataSources", label: t`Documents`, text: listSourceNames(dataSources) },
    { id: "starters", label: t`Starter questions`, text: data.starters.join("\n") },
    { id: "model", label: t`Model`, text: model === null ? "" : (findModelName(model) ?? model) },
    { id: "groupUserTypeQuestion", label: t`Question for the group type`, text: data.groupUserTypeQuestion },
    {
      id: "supportConvAnalysis",
      label: t`Conversation analysis`,
      text: data.supportConvAnalysis ? t({ message: "On", comment: "An option that is switched on" }) : "",
    },
    {
      id: "analysisCategories",
      label: t`Categories`,
      text: data.supportConvAnalysis ? data.analysisCategories.join("\n") : "",
    },
    ...describeGroupTypes(data.groupTypeData),
    {
      id: "dataSourceOptions",
      label: t`Data Source Options`,
      text: listOn(dataSourceOptions, getDataSourceOptionTexts()),
    },
    { id: "messageOptions", label: t`Message Options`, text: listOn(messageOptions, getMessageOptionTexts()) },
    {
      id: "artifacts",
      label: t`Can make artifacts`,
      text: data.featureOptions.IncludeArtifactsInstr
        ? ""
        : t({ message: "Off", comment: "An option that is switched off" }),
    },
    ...describeOperations(content),
    { id: "tags", label: t`Tags`, text: tags.join(", ") },
    { id: "conversationTags", label: t`Conversation Tags`, text: data.conversationTags.join(", ") },
  ];
}

/** A field of which two versions differ. */
export interface ContentDifference {
  id: string;
  label: string;
  theirs: string;
  mine: string;
}

/** Returns the fields of which two versions differ, in the order of the editor. */
export function findDifferences(
  theirs: AssistantContent,
  mine: AssistantContent,
  findModelName: (id: string) => string | null,
): ContentDifference[] {
  const theirFields = new Map(describeContent(theirs, findModelName).map((field) => [field.id, field]));
  const myFields = new Map(describeContent(mine, findModelName).map((field) => [field.id, field]));
  return [...new Map([...theirFields, ...myFields]).values()].flatMap(({ id, label }) => {
    const difference = { id, label, theirs: theirFields.get(id)?.text ?? "", mine: myFields.get(id)?.text ?? "" };
    return difference.theirs === difference.mine ? [] : [difference];
  });
}

function describeGroupTypes(groupTypeData: AssistantContent["data"]["groupTypeData"]): ContentField[] {
  return Object.entries(groupTypeData).map(([type, { additionalInstructions, dataSources, ...chat }]) => ({
    id: `groupType:${type}`,
    label: t`For the group type ${type}`,
    text: [
      chat.isDisabled ? t`Chatting is disabled` : "",
      chat.isDisabled ? chat.disabledMessage : "",
      additionalInstructions,
      listSourceNames(dataSources),
    ]
      .filter((line) => line !== "")
      .join("\n"),
  }));
}

const listSourceNames = (sources: readonly DataSource[]) => sources.map(({ name, id }) => name ?? id).join("\n");

function listOn<Option extends string>(
  options: Readonly<Record<Option, boolean>>,
  texts: readonly { name: Option; label: string }[],
): string {
  return texts
    .filter(({ name }) => options[name])
    .map(({ label }) => label)
    .join("\n");
}
