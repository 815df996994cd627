import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { detectDocumentLanguage } from "../../documents/chunking/detectDocumentLanguage.ts";
import { type ConversionTask, outputFileName } from "../converterMessages.ts";
import type { DocumentSection } from "../documentConverter.ts";
import { createSlidesTemplate } from "../templates/createSlidesTemplate.ts";
import { createWordTemplate } from "../templates/createWordTemplate.ts";
import { finishDocument } from "./finishDocument.ts";
import { layOutSlides } from "./layOutSlides.ts";
import { loadPandoc } from "./loadPandoc.ts";
import { type Block, createStyleAttributes, createText } from "./pandocTree.ts";
import { setDirection } from "./setDirection.ts";
import { toPandocBlocks } from "./toPandocBlocks.ts";

/** Thrown if the template cannot be read, or pandoc fails with it but not with our own template. */
export class TemplateError extends Error {
  constructor(cause: unknown) {
    super("the template cannot be used", { cause });
    this.name = "TemplateError";
  }
}

/** Name of the paragraph style of the user's messages in our template. Other templates can define it too. */
export const promptStyle = "Prompt";

/**
 * Converts the task's sections and writes the document to the task's folder. Throws `TemplateError`, or pandoc's error.
 */
export async function convertSections(task: ConversionTask): Promise<void> {
  const sections = task.sections.map((section) => ({ kind: section.kind, blocks: parseSection(section) }));
  const blocks =
    task.format === "pptx"
      ? layOutSlides(sections, task.title)
      : sections.flatMap(({ kind, blocks }) =>
          kind === "user" ? [styleAsPrompt(toWordBlocks(blocks))] : toWordBlocks(blocks),
        );
  const ownTemplate = task.format === "pptx" ? createSlidesTemplate() : createWordTemplate();
  const template =
    task.templatePath === null ? ownTemplate : await readFile(task.templatePath).catch(throwTemplateError);
  const language = detectDocumentLanguage(task.sections.map(({ markdown }) => ({ content: markdown }))).iso;
  const runPandoc = await loadPandoc();
  const input = { format: task.format, blocks, language };
  try {
    const document = await runPandoc({ ...input, template });
    await writeFile(join(task.folder, outputFileName), finishDocument(document, task.format, task.title), {
      mode: 0o600,
    });
  } catch (error) {
    if (task.templatePath === null) throw error;
    // Retry with our own template. If that fails too, the text is the problem.
    await runPandoc({ ...input, template: ownTemplate });
    throw new TemplateError(error);
  }
}

const throwTemplateError = (error: unknown): never => {
  throw new TemplateError(error);
};

const parseSection = ({ kind, markdown }: DocumentSection): Block[] =>
  toPandocBlocks(markdown, { preservesLineBreaks: kind === "user" });

const toWordBlocks = (blocks: readonly Block[]): Block[] => separateCodeBlocks(blocks).map(setDirection);

/** Inserts an empty paragraph between adjacent code blocks, because Word would draw one frame around both. */
const separateCodeBlocks = (blocks: readonly Block[]): Block[] =>
  blocks.flatMap((block, index): Block[] =>
    block.t === "CodeBlock" && blocks[index - 1]?.t === "CodeBlock"
      ? [{ t: "Plain", c: [createText("\u00a0")] }, block]
      : [block],
  );

const styleAsPrompt = (blocks: Block[]): Block => ({ t: "Div", c: [createStyleAttributes(promptStyle), blocks] });
