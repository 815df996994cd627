import { limits, type PromptTemplate, parsePromptVariables } from "@lectern/contract";
import { isHiddenType } from "../../../entities/prompts/promptRights.ts";
import { variableProblems } from "../../../entities/prompts/template/variableProblems.ts";

/** A template as its fields say, while it is being written. */
export interface PromptDraft {
  name: string;
  description: string;
  content: string;
  type: PromptTemplate["type"];
  /** Empty: none. */
  folderId: string;
  /** Empty: none. */
  rootPromptId: string;
  /** Comma-separated, as typed. */
  requiredTags: string;
  conversationTags: string;
  code: string;
}

/** What is wrong with a field, in words that stand under it. */
export type DraftProblems = Partial<Record<keyof PromptDraft, string>>;

const customInstructionsId = "custom_instructions";

export function draftOf({ name, description, content, type, folderId, data }: PromptTemplate): PromptDraft {
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

/** [A9.21] The tags of a field, comma-separated and trimmed, each once. */
export function tagsOf(text: string): string[] {
  return [...new Set(listOf(text))];
}

/** The items of a comma-separated list, trimmed; empty ones are none. */
export function listOf(text: string): string[] {
  return text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

/** The draft with another type: custom instructions go to their own folder, unless they are in one. */
export function withType(draft: PromptDraft, type: PromptDraft["type"]): PromptDraft {
  if (type === "root_prompt" && draft.folderId === "") return { ...draft, type, folderId: customInstructionsId };
  if (draft.type === "root_prompt" && draft.folderId === customInstructionsId) return { ...draft, type, folderId: "" };
  return { ...draft, type };
}

/** [C5.28] What a prefix prompt without any variable gets: the place of the message. */
export const messagePlace = "{{Message to start the conversation}}";

/** The template that a draft without problems makes of another. */
export function promptOf(draft: PromptDraft, prompt: PromptTemplate): PromptTemplate {
  const { type, folderId, rootPromptId, code } = draft;
  const { hidden, ...kept } = prompt.data;
  const isHidden = isHiddenType(type) || (hidden === true && !isHiddenType(prompt.type));
  return {
    ...prompt,
    name: draft.name.trim(),
    description: draft.description.trim(),
    content: contentOf(draft),
    type,
    folderId: folderId === "" ? null : folderId,
    data: {
      ...kept,
      ...(hidden === undefined && !isHidden ? {} : { hidden: isHidden }),
      ...given("rootPromptId", rootPromptId === "" ? null : rootPromptId, prompt),
      ...given("requiredTags", tagsOf(draft.requiredTags), prompt),
      ...given("conversationTags", tagsOf(draft.conversationTags), prompt),
      ...given("code", code, prompt),
    },
  };
}

/** A field of the data; one that was absent and has nothing in it stays absent. */
function given<Value extends string | string[] | null>(key: string, value: Value, { data }: PromptTemplate) {
  const isEmpty = value === null || value.length === 0;
  return isEmpty && data[key] === undefined ? {} : { [key]: value };
}

function contentOf({ type, content }: PromptDraft): string {
  if (type !== "prefix_prompt" || parsePromptVariables(content).length > 0) return content;
  const text = content.trimEnd();
  return text === "" ? messagePlace : `${text}\n\n${messagePlace}`;
}

export function problemsOf(draft: PromptDraft): DraftProblems {
  const problems: DraftProblems = {};
  const isTransformer = draft.type === "output_transformer";
  if (draft.name.trim() === "") problems.name = "Please give it a name.";
  note(problems, "name", draft.name.trim(), limits.promptNameLength);
  note(problems, "description", draft.description.trim(), limits.promptDescriptionLength);
  note(problems, "content", contentOf(draft), limits.promptLength);
  note(problems, "code", draft.code, limits.promptCodeLength);
  if (!isTransformer && draft.content.trim() === "") problems.content = "Please write what it says.";
  if (isTransformer && draft.code.trim() === "") problems.code = "Please write what it does with the answer.";
  for (const key of ["requiredTags", "conversationTags"] as const) {
    const tags = tagsOf(draft[key]);
    if (tags.length > limits.tagsPerItem) problems[key] = `At most ${limits.tagsPerItem} tags.`;
    const long = tags.find((tag) => tag.length > limits.tagLength);
    if (long) problems[key] = `A tag can have at most ${limits.tagLength} characters.`;
    note(problems, key, draft[key], Number.POSITIVE_INFINITY);
  }
  const [ofVariables] = isTransformer ? [] : variableProblems(draft.content);
  if (ofVariables !== undefined) problems.content ??= ofVariables;
  return problems;
}

function note(problems: DraftProblems, key: keyof PromptDraft, text: string, most: number): void {
  if (text.length > most) {
    const number = (value: number) => value.toLocaleString("en-US");
    problems[key] = `At most ${number(most)} characters; there are ${number(text.length)}.`;
  } else if (text.includes("\0")) problems[key] = "There is a character in it that cannot be kept (NUL).";
}
