import { limits, type PromptTemplate, parsePromptVariables } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { isHiddenType } from "../../../entities/prompts/promptRights.ts";
import { findVariableProblems } from "../../../entities/prompts/template/findVariableProblems.ts";
import { formatNumber } from "../../../lib/i18n/formats.ts";

/** The values of the editor's fields. */
export interface PromptDraft {
  name: string;
  description: string;
  content: string;
  type: PromptTemplate["type"];
  /** Empty if there is none. */
  folderId: string;
  /** Empty if there is none. */
  rootPromptId: string;
  /** The tags, comma-separated, as typed. */
  requiredTags: string;
  conversationTags: string;
  code: string;
}

/** Error messages by field. */
export type DraftProblems = Partial<Record<keyof PromptDraft, string>>;

const customInstructionsId = "custom_instructions";

export function toDraft({ name, description, content, type, folderId, data }: PromptTemplate): PromptDraft {
  return {
    name,
    description,
    content,
    type,
    folderId: folderId ?? "",
    rootPromptId: data.rootPromptId ?? "",
    requiredTags: (data.requiredTags ?? []).join(", "),
    conversationTags: (data.conversationTags ?? []).join(", "),
    code: data.code ?? "",
  };
}

/** Parses a comma-separated list of tags. Tags are trimmed; duplicates are removed. */
export function parseTags(text: string): string[] {
  return [...new Set(parseList(text))];
}

/** Parses a comma-separated list. Items are trimmed; empty ones are left out. */
export function parseList(text: string): string[] {
  return text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

/**
 * Changes the type of a draft. A template without a folder that becomes custom instructions moves to the folder for
 * these, and moves out of it when it becomes another type.
 */
export function setDraftType(draft: PromptDraft, type: PromptDraft["type"]): PromptDraft {
  if (type === "root_prompt" && draft.folderId === "") return { ...draft, type, folderId: customInstructionsId };
  if (draft.type === "root_prompt" && draft.folderId === customInstructionsId) return { ...draft, type, folderId: "" };
  return { ...draft, type };
}

/** The variable for the message. It is added to a prefix prompt that has no variables. */
function getMessagePlaceholder(): string {
  const name = t`Message to start the chat`;
  return `{{${name}}}`;
}

/** Applies a valid draft to a template. */
export function applyDraft(draft: PromptDraft, prompt: PromptTemplate): PromptTemplate {
  const { type, folderId, rootPromptId, code } = draft;
  const { hidden, ...otherData } = prompt.data;
  const isHidden = isHiddenType(type) || (hidden === true && !isHiddenType(prompt.type));
  return {
    ...prompt,
    name: draft.name.trim(),
    description: draft.description.trim(),
    content: getContent(draft),
    type,
    folderId: folderId === "" ? null : folderId,
    data: {
      ...otherData,
      ...(hidden === undefined && !isHidden ? {} : { hidden: isHidden }),
      ...toDataField("rootPromptId", rootPromptId === "" ? null : rootPromptId, prompt),
      ...toDataField("requiredTags", parseTags(draft.requiredTags), prompt),
      ...toDataField("conversationTags", parseTags(draft.conversationTags), prompt),
      ...toDataField("code", code, prompt),
    },
  };
}

/** Returns a field of the template's data. An empty field that was absent before remains absent. */
function toDataField<Value extends string | string[] | null>(key: string, value: Value, { data }: PromptTemplate) {
  const isEmpty = value === null || value.length === 0;
  return isEmpty && data[key] === undefined ? {} : { [key]: value };
}

function getContent({ type, content }: PromptDraft): string {
  if (type !== "prefix_prompt" || parsePromptVariables(content).length > 0) return content;
  const text = content.trimEnd();
  return text === "" ? getMessagePlaceholder() : `${text}\n\n${getMessagePlaceholder()}`;
}

export function validateDraft(draft: PromptDraft): DraftProblems {
  const problems: DraftProblems = {};
  const isTransformer = draft.type === "output_transformer";
  if (draft.name.trim() === "") problems.name = t`Please enter a name.`;
  addTextProblem(problems, "name", draft.name.trim(), limits.promptNameLength);
  addTextProblem(problems, "description", draft.description.trim(), limits.promptDescriptionLength);
  addTextProblem(problems, "content", getContent(draft), limits.promptLength);
  addTextProblem(problems, "code", draft.code, limits.promptCodeLength);
  if (!isTransformer && draft.content.trim() === "") problems.content = t`Please enter the content.`;
  if (isTransformer && draft.code.trim() === "") problems.code = t`Please enter the code.`;
  for (const key of ["requiredTags", "conversationTags"] as const) {
    const tags = parseTags(draft[key]);
    if (tags.length > limits.tagsPerItem)
      problems[key] = plural(limits.tagsPerItem, { one: "At most # tag.", other: "At most # tags." });
    const tooLongTag = tags.find((tag) => tag.length > limits.tagLength);
    if (tooLongTag) {
      problems[key] = plural(limits.tagLength, {
        one: "A tag can have at most # character.",
        other: "A tag can have at most # characters.",
      });
    }
    addTextProblem(problems, key, draft[key], Number.POSITIVE_INFINITY);
  }
  const [variableProblem] = isTransformer ? [] : findVariableProblems(draft.content);
  if (variableProblem !== undefined) problems.content ??= variableProblem;
  return problems;
}

function addTextProblem(problems: DraftProblems, key: keyof PromptDraft, text: string, maxCharacters: number): void {
  if (text.length > maxCharacters) {
    const count = formatNumber(text.length);
    problems[key] = plural(maxCharacters, {
      one: `At most # character. This has ${count}.`,
      other: `At most # characters. This has ${count}.`,
    });
  } else if (text.includes("\0")) problems[key] = t`This contains a character that can’t be stored (NUL).`;
}
