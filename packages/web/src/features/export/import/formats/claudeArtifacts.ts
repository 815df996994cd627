import { limits } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { type Fields, toText } from "../sanitizeJson.ts";
import { toFence, toFenceLanguage, toInlineName } from "./toMarkdown.ts";

export interface Artifact {
  title: string;
  language: string;
  content: string;
}

/** The newest version of each artifact on a branch of a conversation, by id. */
export type Artifacts = ReadonlyMap<string, Artifact>;

/** How many characters updated versions may still add to a conversation: a small update repeats a long artifact. */
export interface UpdateBudget {
  characters: number;
}
export const createUpdateBudget = (): UpdateBudget => ({ characters: limits.messageLength });

const languagesByType: Readonly<Record<string, string>> = {
  "text/markdown": "markdown",
  "text/html": "html",
  "image/svg+xml": "svg",
  "application/vnd.ant.mermaid": "mermaid",
  "application/vnd.ant.react": "jsx",
};

/**
 * Applies one call of Claude's tool `artifacts`, which creates, rewrites or updates an artifact. Returns the version
 * that results as a titled code block, with all artifacts; null if the call has no content.
 */
export function applyArtifactCall(
  input: Fields,
  artifacts: Artifacts,
  budget: UpdateBudget,
): { block: string; artifacts: Artifacts } | null {
  const id = toText(input.id);
  const previous = artifacts.get(id);
  const artifact = {
    title: toText(input.title) || previous?.title || t`Artifact`,
    language: getLanguage(input) || previous?.language || "",
  };
  if (input.command !== "update") return store(id, { ...artifact, content: toText(input.content) }, artifacts);
  const replaced = toText(input.old_str);
  const replacement = toText(input.new_str);
  const isInBudget = previous && previous.content.length <= budget.characters;
  if (isInBudget && replaced !== "" && previous.content.includes(replaced)) {
    budget.characters -= previous.content.length;
    const content = previous.content.replace(replaced, () => replacement);
    return store(id, { ...artifact, content }, artifacts);
  }
  if (replacement.trim() === "") return null;
  // The version that this changes is not in the file, or too long to repeat.
  const { title, language } = artifact;
  return { block: toTitledBlock(t`${title} (changed part)`, language, replacement), artifacts };
}

function store(id: string, artifact: Artifact, artifacts: Artifacts) {
  if (artifact.content.trim() === "") return null;
  const block = toTitledBlock(artifact.title, artifact.language, artifact.content);
  return { block, artifacts: new Map(artifacts).set(id, artifact) };
}

const artifactEnd = "</antArtifact>";

/** Replaces the artifacts in a text of an older export, where they are elements, by titled code blocks. */
export function replaceArtifactTags(text: string): string {
  if (!text.includes(artifactEnd)) return text;
  const parts = text.split(artifactEnd);
  const rest = parts.pop() ?? "";
  return [...parts.map(replaceArtifactTag), rest].join("\n\n");
}

/** Replaces an artifact that ends with the text. */
function replaceArtifactTag(text: string): string {
  const match = /<antArtifact\b([^>]*)>/.exec(text);
  if (!match) return `${text}${artifactEnd}`;
  const attributes = [...(match[1] ?? "").matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value]);
  const fields: Fields = Object.fromEntries(attributes);
  const content = text.slice(match.index + match[0].length).trim();
  const block = toTitledBlock(toText(fields.title) || t`Artifact`, getLanguage(fields), content);
  return `${text.slice(0, match.index)}\n\n${block}`;
}

const getLanguage = ({ type, language }: Fields): string =>
  toFenceLanguage(toText(language)) || (languagesByType[toText(type)] ?? "");

/** Formats a document as a code block below its title. */
export const toTitledBlock = (title: string, language: string, content: string) =>
  `**${toInlineName(title)}**\n\n${toFence(content, language)}`;
