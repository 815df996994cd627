import { findAssistantUriProblem, limits } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { formatNumber } from "../../../../lib/i18n/formats.ts";
import { type AssistantDraft, parseTags } from "./assistantDraft.ts";
import { findOperationsProblem } from "./findApiProblems.ts";

/** The fields that can be wrong. Each is the `name` of its element. */
export type DraftField =
  | "name"
  | "description"
  | "instructions"
  | "disclaimer"
  | "icon"
  | "starters"
  | "documents"
  | "model"
  | "operations"
  | "uri"
  | "tags"
  | "conversationTags"
  | "groupTypeData"
  | "groupUserTypeQuestion";

/** Error messages by field, in the order of the fields. */
export type DraftProblems = Partial<Record<DraftField, string>>;

const maxDescriptionLength = 10_000;
const maxStarterLength = 500;
const maxQuestionLength = 1_000;

/** The texts of the specification, without a change. */
export const formatUploadsRunning = () => t`Please wait for all data sources to finish uploading.`;
export const formatSaveFailed = () => t`Unable to save the assistant at this time, please try again later...`;

/** `base`: what the draft started from; null: not known. */
export function validateDraft(draft: AssistantDraft, base: AssistantDraft | null = null): DraftProblems {
  const { name, description, instructions, disclaimer, starters, tags, conversationTags } = draft;
  const longestStarter = starters.reduce((longest, each) => (each.length > longest.length ? each : longest), "");
  const typeTexts = Object.values(draft.groupTypeData).map((type) => type.additionalInstructions);
  const longestTypeText = typeTexts.reduce((longest, each) => (each.length > longest.length ? each : longest), "");
  const problems: Record<DraftField, string | null> = {
    name: name.trim() === "" ? t`Please enter a name.` : findTextProblem(name.trim(), limits.assistantNameLength),
    icon: null,
    description: findTextProblem(description.trim(), maxDescriptionLength),
    instructions: findTextProblem(instructions, limits.assistantInstructionsLength),
    disclaimer: findTextProblem(disclaimer.trim(), maxDescriptionLength),
    documents: null,
    starters: findTextProblem(longestStarter, maxStarterLength),
    model: null,
    groupUserTypeQuestion: findTextProblem(draft.groupUserTypeQuestion, maxQuestionLength),
    groupTypeData: findTextProblem(longestTypeText, limits.assistantInstructionsLength),
    operations: findOperationsProblem(
      draft.customApis,
      draft.capabilities.featureOptions.IncludeApiInstr,
      base?.customApis,
    ),
    uri: findUriProblem(draft.uri.trim()),
    tags: findTagProblem(tags),
    conversationTags: findTagProblem(conversationTags),
  };
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== null));
}

function findTextProblem(text: string, maxCharacters: number): string | null {
  if (text.includes("\0")) return t`This contains a character that can’t be stored (NUL).`;
  if (text.length <= maxCharacters) return null;
  const count = formatNumber(text.length);
  return plural(maxCharacters, {
    one: `At most # character. This has ${count}.`,
    other: `At most # characters. This has ${count}.`,
  });
}

function findUriProblem(uri: string): string | null {
  if (uri === "") return null;
  const problem = findAssistantUriProblem(uri);
  switch (problem) {
    case null:
      return findTextProblem(uri, Number.POSITIVE_INFINITY);
    case "malformed":
      return t`Invalid URI, please update and try again.`;
    case "notWeb":
      return t`Please enter the address of a web page, which begins with https:// or http://.`;
    case "tooLong":
      return t`This address is too long.`;
    default:
      return problem satisfies never;
  }
}

function findTagProblem(typedTags: string): string | null {
  const tags = parseTags(typedTags);
  if (tags.length > limits.tagsPerItem)
    return plural(limits.tagsPerItem, { one: "At most # tag.", other: "At most # tags." });
  if (tags.some((tag) => tag.length > limits.tagLength)) {
    return plural(limits.tagLength, {
      one: "A tag can have at most # character.",
      other: "A tag can have at most # characters.",
    });
  }
  return findTextProblem(typedTags, Number.POSITIVE_INFINITY);
}
