import { ConvertFormat, type listExportTemplates, type OpOutput } from "@lectern/contract";

/** The formats to offer: Word, and PowerPoint if there is a template for it. */
export const findFormats = (templates: OpOutput<typeof listExportTemplates>["templates"]): ConvertFormat[] =>
  ConvertFormat.options.filter(
    (format) => format === "docx" || templates.some((template) => template.format === format),
  );
