import { fileTypeFilters } from "@lectern/contract";

interface PickerTab {
  name: "Files" | "Tags" | "Docs" | "Slides";
  /** The labels of the types to show; null for all types. */
  labels: readonly string[] | null;
}

export const pickerTabs: readonly PickerTab[] = [
  { name: "Files", labels: null },
  { name: "Tags", labels: null },
  { name: "Docs", labels: ["Word", "PDF", "Markdown", "Text", "HTML"] },
  { name: "Slides", labels: ["PowerPoint", "Google Slides"] },
];

/** Returns the media types of the given type labels. */
export function mediaTypesOf(labels: readonly string[]): string[] {
  return fileTypeFilters.filter(({ label }) => labels.includes(label)).flatMap(({ mediaTypes }) => mediaTypes);
}
