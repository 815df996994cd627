import { expect, test } from "vitest";
import { mediaTypesOf, pickerTabs } from "./pickerTabs.ts";

const listMediaTypes = (tabName: string) => {
  const labels = pickerTabs.find(({ name }) => name === tabName)?.labels;
  return labels ? new Set(mediaTypesOf(labels)) : null;
};

test("[C2.48] the tabs are Files, with all files, Tags, Docs and Slides", () => {
  expect(pickerTabs.map(({ name }) => name)).toEqual(["Files", "Tags", "Docs", "Slides"]);
  expect(listMediaTypes("Files")).toBeNull();
});

test("[C2.50] the tab Docs has Word, PDF, Markdown, text and HTML; the tab Slides has PowerPoint and Google Slides", () => {
  expect(listMediaTypes("Docs")).toEqual(
    new Set([
      "application/msword",
      "application/pdf",
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      "application/xhtml+xml",
      "text/html",
      "text/markdown",
      "text/plain",
    ]),
  );
  expect(listMediaTypes("Slides")).toEqual(
    new Set([
      "application/vnd.google-apps.presentation",
      "application/vnd.ms-powerpoint",
      "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    ]),
  );
  for (const tabName of ["Files", "Tags"]) expect(listMediaTypes(tabName)).toBeNull();
});
