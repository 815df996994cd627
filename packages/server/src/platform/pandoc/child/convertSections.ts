import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type ConvertTask, convertedFile } from "../convertMessages.ts";
import type { DocumentSection } from "../documentConverter.ts";
import { slidesTemplate } from "../templates/slidesTemplate.ts";
import { wordTemplate } from "../templates/wordTemplate.ts";
import { finishDocument } from "./finishDocument.ts";
import { layOutSlides } from "./layOutSlides.ts";
import { loadPandoc } from "./loadPandoc.ts";
import { type Block, styled, text } from "./pandocTree.ts";
import { toPandocBlocks } from "./toPandocBlocks.ts";

/** The given template, and not the text, is what pandoc does not take. */
export class TemplateError extends Error {
  constructor(cause: unknown) {
    super("the template cannot be used", { cause });
    this.name = "TemplateError";
  }
}

/** The paragraph style of what the person wrote, in our template; another one may have it too. */
export const promptStyle = "Prompt";

/** Makes the document and leaves it in the folder of the task. Throws `TemplateError`, or what pandoc throws. */
export async function convertSections(task: ConvertTask): Promise<void> {
  const pieces = task.pieces.map((piece) => ({ kind: piece.kind, blocks: treeOf(piece) }));
  const blocks =
    task.format === "pptx"
      ? layOutSlides(pieces, task.title)
      : pieces.flatMap(({ kind, blocks }) => (kind === "user" ? [asPrompt(apart(blocks))] : apart(blocks)));
  const own = task.format === "pptx" ? slidesTemplate() : wordTemplate();
  const template = task.templatePath === null ? own : await readFile(task.templatePath).catch(unusable);
  const pandoc = await loadPandoc();
  try {
    const made = await pandoc(task.format, blocks, template);
    await writeFile(join(task.folder, convertedFile), finishDocument(made, task.format, task.title), { mode: 0o600 });
  } catch (error) {
    if (task.templatePath === null) throw error;
    // The same text with our own template: it is the text's fault where that fails too.
    await pandoc(task.format, blocks, own);
    throw new TemplateError(error);
  }
}

const unusable = (error: unknown): never => {
  throw new TemplateError(error);
};

const treeOf = ({ kind, markdown }: DocumentSection): Block[] =>
  toPandocBlocks(markdown, { keepsLines: kind === "user" });

/** Word draws one frame around code that follows code. */
const apart = (blocks: readonly Block[]): Block[] =>
  blocks.flatMap((block, index): Block[] =>
    block.t === "CodeBlock" && blocks[index - 1]?.t === "CodeBlock"
      ? [{ t: "Plain", c: [text("\u00a0")] }, block]
      : [block],
  );

const asPrompt = (blocks: Block[]): Block => ({ t: "Div", c: [styled(promptStyle), blocks] });
