import type { ConvertFormat } from "@lectern/contract";
import { type DownloadChoices, defaultChoices } from "./buildConvertRequest.ts";

/** What the person can choose in the dialog besides the format, which is chosen last. */
export interface DownloadOptions extends Omit<DownloadChoices, "format" | "templateName"> {
  /** The name of the template of each format; empty for the default template. */
  templateNames: Readonly<Record<ConvertFormat, string>>;
}

const { format: _, templateName, ...otherChoices } = defaultChoices;

export const defaultOptions: DownloadOptions = {
  ...otherChoices,
  templateNames: { docx: templateName, pptx: templateName },
};

export function toChoices({ templateNames, ...choices }: DownloadOptions, format: ConvertFormat): DownloadChoices {
  return { ...choices, format, templateName: templateNames[format] };
}
