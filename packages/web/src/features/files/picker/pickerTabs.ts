import { fileTypeFilters } from "@lectern/contract";

interface PickerTab {
  name: "Files" | "Tags" | "Docs" | "Slides";
  /** Labels of the types that it shows; null: all. */
  labels: readonly string[] | null;
}

/** [C2.48, C2.50] */
export const pickerTabs: readonly PickerTab[] = [
  { name: "Files", labels: null },
  { name: "Tags", labels: null },
  { name: "Docs", labels: ["Word", "PDF", "Markdown", "Text", "HTML"] },
  { name: "Slides", labels: ["PowerPoint", "Google Slides"] },
];

/** The media types behind labels of the file list. */
export function mediaTypesOf(labels: readonly string[]): string[] {
  return fileTypeFilters.filter(({ label }) => labels.includes(label)).flatMap(({ mediaTypes }) => mediaTypes);
}
