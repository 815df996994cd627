import { fileTypeFilters } from "@lectern/contract";
import { t } from "@lingui/core/macro";

interface PickerTab {
  name: "Files" | "Tags" | "Docs" | "Slides";
  /** The labels of the types to show; null for all types. */
  labels: readonly string[] | null;
}

// Not translated: labels in the contract.
const slideLabels = ["PowerPoint", "Google Slides"];

export const pickerTabs: readonly PickerTab[] = [
  { name: "Files", labels: null },
  { name: "Tags", labels: null },
  { name: "Docs", labels: ["Word", "PDF", "Markdown", "Text", "HTML"] },
  { name: "Slides", labels: slideLabels },
];

/** Returns the name of a tab in the language in use. */
export function formatTabName(name: PickerTab["name"]): string {
  switch (name) {
    case "Files":
      return t`Files`;
    case "Tags":
      return t`Tags`;
    case "Docs":
      return t({ message: "Docs", comment: "A tab: documents of text, such as Word and PDF" });
    case "Slides":
      return t`Slides`;
  }
}

/** Returns the media types of the given type labels. */
export function mediaTypesOf(labels: readonly string[]): string[] {
  return fileTypeFilters.filter(({ label }) => labels.includes(label)).flatMap(({ mediaTypes }) => mediaTypes);
}
