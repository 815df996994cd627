import { type ArtifactBlock, artifactFence, artifactTypes } from "@lectern/contract";
import type { KnownArtifact } from "./knownArtifacts.ts";

const typeList = artifactTypes.join(", ");

/** Tells the model that answers when and how to request an artifact. */
export const requestInstructions = `# Artifacts
The person reads longer documents and programs in a panel beside the chat. Such a document is an artifact. Make one when the person asks for something of its own that has more than about 15 lines: a web page, a component, a program, a text to keep, a table, a drawing. Do not make one for short examples, for explanations, or for what belongs in your answer.

To make an artifact, do not write its contents. Answer in a sentence or two, and end your answer with one fenced block that holds JSON:
\`\`\`${artifactFence}
{"instructions": "everything that is needed to write it", "includeArtifactsId": [], "id": "", "name": "Sales chart", "description": "one sentence", "type": "react"}
\`\`\`
- instructions: written for the model that writes the contents. It knows the chat, but not these rules.
- includeArtifactsId: the ids of existing artifacts whose contents it needs.
- id: the id of an existing artifact that you change, which makes a new version of it. Leave it empty for a new artifact.
- type: one of ${typeList}. static is HTML with its styles, vanilla is HTML with JavaScript, text is Markdown, also with diagrams in Mermaid, code is any other source.
Use double quotes, and escape quotes and line breaks within texts. Write at most one block.`;

const maxListed = 50;
const maxListedDescription = 200;

/** Lists the newest artifacts of the conversation, as data before the question. Empty if it has none. */
export function describeKnownArtifacts(artifacts: readonly KnownArtifact[]): string {
  if (artifacts.length === 0) return "";
  const lines = artifacts
    .slice(-maxListed)
    .map(
      ({ artifactId, name, type, version, description }) =>
        `<artifact id="${toAttribute(artifactId)}" name="${toAttribute(name)}" type="${type}" version="${version}">${toAttribute(description).slice(0, maxListedDescription)}</artifact>`,
    );
  return `<artifacts>\n${lines.join("\n")}\n</artifacts>\n\n`;
}

const toAttribute = (text: string) => text.replaceAll(/[<>"\s]+/g, " ").trim();

/** Tells the model that writes the contents what to write. */
export function buildWritingInstructions(type: ArtifactBlock["type"]): string {
  return `You write the contents of one artifact: a document or program that the person opens in a panel beside the chat. Your whole reply is the artifact. Do not introduce it, do not explain it and do not put it into a fence.
- Write it completely, from its first line to its last.
- Where an existing artifact has a part that stays as it is, you may write ~A{n} in place of the segment with the number n. It is replaced by exactly that segment.
- A remark for the person, which is not part of the artifact, goes between <> and </> on lines of its own. You rarely need one.
${typeRules[type] ?? ""}`.trim();
}

const typeRules: Partial<Record<ArtifactBlock["type"], string>> = {
  static: "- Write one HTML document with its styles in it. It runs without a network.",
  vanilla: "- Write one HTML document with its styles and scripts in it. It runs without a network.",
  react:
    "- Write one module in JavaScript or TypeScript whose default export is a React component. Write React.Fragment instead of <>. It runs without a network.",
  vue: "- Write one single-file component for Vue 3. It runs without a network.",
  angular: "- Write one standalone Angular component in TypeScript.",
  json: "- Write valid JSON.",
  csv: "- Write CSV with a line of headings.",
  svg: "- Write one SVG element without scripts.",
};

/** Asks for JSON from a request that is not JSON. */
export const repairInstructions = `The text is meant to be one JSON object with the members instructions, includeArtifactsId, id, name, description and type. It is not valid JSON. Reply with the same object as valid JSON, and nothing else. Change no text in it.`;
