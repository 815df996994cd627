import { limits, PromptData, type PromptTemplate } from "@lectern/contract";
import { isHiddenType } from "./promptRights.ts";

/** [A9.12] A template that does not exist yet, `Prompt {n}`: n is the first number of which there is none. */
export function newPrompt(known: readonly PromptTemplate[], folderId: string | null = null): PromptTemplate {
  return {
    id: crypto.randomUUID(),
    name: nextName(known),
    description: "",
    content: "",
    folderId,
    type: "prompt",
    data: {},
  };
}

/** A copy of a template, one's own: whom it belonged to and what was not allowed with it is not copied. */
export function copyOf(prompt: PromptTemplate): PromptTemplate {
  const { groupId: _, ...own } = prompt;
  const kept = Object.entries(prompt.data).filter(([key]) => !notCopied.has(key));
  const data = PromptData.parse(Object.fromEntries(kept));
  const name = `${prompt.name.slice(0, limits.promptNameLength - copyMark.length).toWellFormed()}${copyMark}`;
  return { ...own, id: crypto.randomUUID(), name, data: isHiddenType(prompt.type) ? { ...data, hidden: true } : data };
}

const copyMark = " (copy)";
const notCopied = new Set(["access", "hidden", "noCopy", "noEdit", "noDelete", "noShare"]);

function nextName(known: readonly PromptTemplate[]): string {
  const names = new Set(known.map(({ name }) => name));
  let n = 1;
  while (names.has(`Prompt ${n}`)) n += 1;
  return `Prompt ${n}`;
}
