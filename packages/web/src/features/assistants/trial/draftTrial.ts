import { t } from "@lingui/core/macro";
import type { ChatGroupType } from "../../../entities/assistants/conversationAssistant.ts";
import { toContent } from "../editor/draft/assistantDraft.ts";
import { formatUploadsRunning, validateDraft } from "../editor/draft/validateDraft.ts";
import type { AssistantEditor } from "../editor/useAssistantEditor.ts";
import type { Trial } from "./buildTrialRequest.ts";

/** The draft as it is tried now. */
interface DraftTrial {
  trial: Trial;
  /** The types that are asked for: all of the group, as in a chat, if the draft defines any of them. */
  types: readonly ChatGroupType[];
  /** The type that is tried; null: there are none. */
  type: ChatGroupType | null;
}

/** Returns the draft of the editor, to be tried for the chosen type or else for the first one that may chat. */
export function toDraftTrial(
  { draftState, documents, assistantId, group, groupTypes }: AssistantEditor,
  chosenType: string | null,
): DraftTrial {
  const content = toContent(draftState.draft, documents.added);
  const types = listDraftTypes(content.data, groupTypes);
  const type = types.find(({ name }) => name === chosenType) ?? types.find((each) => !each.isDisabled) ?? types[0];
  const name = content.name || t`New assistant`;
  const groupId = group?.id ?? null;
  const trial = { content: { ...content, name }, assistantId, groupId, groupType: type?.name ?? null };
  return { trial, types, type: type ?? null };
}

/** As the server presents the types of a saved assistant. */
export function listDraftTypes(
  { groupTypeData }: Pick<Trial["content"]["data"], "groupTypeData">,
  groupTypes: readonly string[],
): ChatGroupType[] {
  const dataByType = new Map(Object.entries(groupTypeData));
  if (!groupTypes.some((name) => dataByType.has(name))) return [];
  return groupTypes.map((name) => {
    const { isDisabled = false, disabledMessage = "" } = dataByType.get(name) ?? {};
    return { name, isDisabled, disabledMessage };
  });
}

/** Returns why the draft cannot be tried; null if it can. A name is needed only for saving. */
export function findDraftProblem({ draftState, documents, ownBase }: AssistantEditor): string | null {
  if (!documents.isReady) return formatUploadsRunning();
  const { name, ...draft } = draftState.draft;
  const [text] = Object.values(validateDraft({ ...draft, name: name.trim() || "-" }, ownBase));
  return text ?? null;
}

/** True if both answer alike. */
export const isSameTrial = (a: Trial, b: Trial) =>
  JSON.stringify(pickEffective(a)) === JSON.stringify(pickEffective(b));

/** What an answer depends on. */
function pickEffective({ groupType, content: { name, instructions, disclaimer, dataSources, data } }: Trial) {
  const { dataSourceOptions, messageOptions, featureOptions, operations, model, groupTypeData } = data;
  const typeData = groupType === null ? null : groupTypeData[groupType];
  return [
    groupType,
    typeData,
    name,
    instructions,
    disclaimer,
    dataSources,
    dataSourceOptions,
    messageOptions,
    featureOptions,
    featureOptions.IncludeApiInstr && operations,
    model,
  ];
}
