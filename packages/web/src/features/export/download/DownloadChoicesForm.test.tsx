import { MantineProvider } from "@mantine/core";
import type { ComponentProps } from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { defaultChoices } from "./buildConvertRequest.ts";
import { DownloadChoicesForm } from "./DownloadChoicesForm.tsx";

type Props = ComponentProps<typeof DownloadChoicesForm>;
const wordTemplate = { name: "Lectern", format: "docx", isDefault: true } as const;
const uniSlides = { name: "Uni.pptx", format: "pptx", isDefault: true } as const;
const otherSlides = { name: "Lectern", format: "pptx", isDefault: false } as const;

const renderForm = (templates: Props["templates"], choices: Partial<Props["choices"]> = {}) =>
  renderToString(
    <MantineProvider>
      <DownloadChoicesForm choices={{ ...defaultChoices, ...choices }} templates={templates} onChange={() => {}} />
    </MantineProvider>,
  ).replaceAll("&amp;", "&");

/** Returns the labels of the form's fields, each with its options; the selected one is marked with `*`. */
function listFields(...form: Parameters<typeof renderForm>): [string, string[]][] {
  return renderForm(...form)
    .split("<label")
    .slice(1)
    .map((field) => [
      />([^<]+)<\/label>/.exec(field)?.[1] ?? "",
      [...field.matchAll(/<option([^>]*)>([^<]*)<\/option>/g)].map(
        ([, attributes, name]) => `${attributes?.includes("selected") ? "*" : ""}${name}`,
      ),
    ]);
}

describe("the form of the download", () => {
  test("[C2.25] has format, template, name and messages to include, and four headers; without a template for PowerPoint the only format is Word", () => {
    expect(listFields([wordTemplate])).toEqual([
      ["Format", ["*Word"]],
      ["Template", ["*Lectern (default)"]],
      ["Include conversation name", ["*Yes", "No"]],
      ["Include", ["*Assistant Messages", "User Prompts", "All Messages & Prompts"]],
      ["Conversation header", []],
      ["Message header", []],
      ["User message header", []],
      ["Assistant message header", []],
    ]);
    const headers = { conversation: "# c", message: "m", user: "u", assistant: "a" };
    const textAreas = [...renderForm([wordTemplate], { headers }).matchAll(/<textarea[^>]*>([^<]*)</g)];
    expect(textAreas.map(([, text]) => text)).toEqual(["# c", "m", "u", "a"]);
  });

  test("[C2.25] [C9.14] offers PowerPoint if there is a template for it, and prefers the default one", () => {
    const templates = [wordTemplate, uniSlides, otherSlides];
    const fields = new Map(listFields(templates, { format: "pptx" }));
    expect(fields.get("Format")).toEqual(["Word", "*PowerPoint"]);
    expect(fields.get("Template")).toEqual(["*Uni.pptx (default)", "Lectern"]);
  });
});
