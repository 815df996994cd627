import { opendir } from "node:fs/promises";
import { extname, join } from "node:path";
import { ConvertFormat } from "@lectern/contract";
import type { Actor, Platform } from "../../core/context.ts";
import { listTemplatesFor } from "./pptxTemplates/repository.ts";

export interface ExportTemplate {
  /** The file name with its extension, or `builtInTemplateName`. */
  name: string;
  format: ConvertFormat;
  isDefault: boolean;
  source: TemplateSource;
}

type TemplateSource =
  | { kind: "builtIn" }
  /** A file of the configured folder. */
  | { kind: "folder"; path: string }
  /** A file that an administrator has uploaded. */
  | { kind: "uploaded"; siteFileId: string };

/** The name of the built-in templates. Each format has one. */
export const builtInTemplateName = "Lectern";
const maxTemplates = 200;
const maxNameLength = 200;

/**
 * Lists the templates that somebody may choose, grouped by format, each group with its default first: those of the
 * configured folder, those that administrators have uploaded for everybody or for a group of the directory that contains
 * the person, and the built-in ones. The default is `default.docx` or `default.pptx`, or else the built-in template.
 */
export async function listTemplates(
  platform: Pick<Platform, "config" | "log" | "db">,
  { directoryGroups }: Pick<Actor, "directoryGroups">,
): Promise<ExportTemplate[]> {
  const folderTemplates = await listFolderTemplates(platform);
  const folderNames = new Set(folderTemplates.map(({ name }) => name.toLowerCase()));
  const uploadedTemplates = (await listTemplatesFor(platform.db, directoryGroups))
    .filter(({ name }) => !folderNames.has(name.toLowerCase()))
    .map(({ name, fileId }) => createTemplate(name, "pptx", { kind: "uploaded", siteFileId: fileId }));
  return ConvertFormat.options.flatMap((format) => {
    const templates = [...folderTemplates, ...uploadedTemplates]
      .filter((template) => template.format === format)
      .sort((a, b) => a.name.localeCompare(b.name));
    const builtInTemplate: ExportTemplate = {
      name: builtInTemplateName,
      format,
      isDefault: !templates.some(({ isDefault }) => isDefault),
      source: { kind: "builtIn" },
    };
    return [...templates, builtInTemplate].sort((a, b) => Number(b.isDefault) - Number(a.isDefault));
  });
}

/** Lists the templates of the configured folder. If it cannot be read, logs this and lists none. */
export async function listFolderTemplates({
  config,
  log,
}: Pick<Platform, "config" | "log">): Promise<ExportTemplate[]> {
  const folder = config.exportTemplatesDir;
  if (folder === null) return [];
  const fileNames = await listFileNames(folder).catch((error: unknown): string[] => {
    log.warn({ err: error }, "the template folder could not be read");
    return [];
  });
  return fileNames.flatMap((name) => {
    const format = ConvertFormat.options.find((candidate) => extname(name).toLowerCase() === `.${candidate}`);
    return format ? [createTemplate(name, format, { kind: "folder", path: join(folder, name) })] : [];
  });
}

const createTemplate = (name: string, format: ConvertFormat, source: TemplateSource): ExportTemplate => ({
  name,
  format,
  isDefault: name.toLowerCase() === `default.${format}`,
  source,
});

async function listFileNames(folder: string): Promise<string[]> {
  const names: string[] = [];
  for await (const entry of await opendir(folder)) {
    // Office creates lock files that start with `~$` next to an open document.
    const isHidden = entry.name.startsWith("~$") || entry.name.startsWith(".");
    if (!entry.isFile() || isHidden || entry.name.length > maxNameLength) continue;
    names.push(entry.name);
    if (names.length >= maxTemplates) break;
  }
  return names;
}
