import { MantineProvider } from "@mantine/core";
import type { ComponentProps } from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { DownloadOptionsForm } from "./DownloadOptionsForm.tsx";
import { defaultOptions, toChoices } from "./downloadOptions.ts";
import { FormatButtons } from "./FormatButtons.tsx";
import { findFormats } from "./findFormats.ts";
import { IncludeField } from "./IncludeField.tsx";

type Props = ComponentProps<typeof DownloadOptionsForm>;
const wordTemplate = { name: "Lectern", format: "docx", isDefault: true } as const;
const uniSlides = { name: "Uni.pptx", format: "pptx", isDefault: true } as const;
const otherSlides = { name: "Lectern", format: "pptx", isDefault: false } as const;

const renderForm = (templates: Props["templates"], options: Partial<Props["options"]> = {}) =>
  renderToString(
    <MantineProvider>
      <IncludeField include={options.include ?? defaultOptions.include} onChange={() => {}} />
      <DownloadOptionsForm
        options={{ ...defaultOptions, ...options }}
        formats={findFormats(templates)}
        templates={templates}
        onChange={() => {}}
      />
    </MantineProvider>,
  ).replaceAll("&amp;", "&");

/** Returns the labels of the form's fields, each with its value. */
function listFields(...form: Parameters<typeof renderForm>): [string, string][] {
  return renderForm(...form)
    .split("<label")
    .slice(1)
    .map((field) => {
      const value = /<input[^>]* value="([^"]*)"/.exec(field) ?? /<textarea[^>]*>([^<]*)</.exec(field);
      return [/>([^<]+)<\/label>/.exec(field)?.[1] ?? "", value?.[1] ?? ""];
    });
}

const renderButtons = (templates: Props["templates"]) =>
  renderToString(
    <MantineProvider>
      <FormatButtons formats={findFormats(templates)} isDisabled={false} focusedFormat={null} onDownload={() => {}} />
    </MantineProvider>,
  );

describe("the download", () => {
  test("[C2.25] [C9.14] has options for the messages, the name, the template and four headers, with their defaults", () => {
    expect(listFields([wordTemplate])).toEqual([
      ["Include", "All Messages & Prompts"],
      ["Include chat name", "Yes"],
      ["Word template", "Lectern (default)"],
      ["Chat header", "# "],
      ["Message header", ""],
      ["User message header", ""],
      ["Assistant message header", ""],
    ]);
    const headers = { conversation: "# c", message: "m", user: "u", assistant: "a" };
    const fields = listFields([wordTemplate], { headers, include: "assistant", includeConversationName: false });
    expect(fields.map(([, value]) => value)).toEqual([
      "Assistant Messages",
      "No",
      "Lectern (default)",
      "# c",
      "m",
      "u",
      "a",
    ]);
  });

  test("[C2.25] [C9.14] offers PowerPoint only if there is a template for it, and prefers the default one", () => {
    expect(renderButtons([wordTemplate])).toMatch(/>Word</);
    expect(renderButtons([wordTemplate])).not.toContain("PowerPoint");
    const templates = [wordTemplate, uniSlides, otherSlides];
    expect(renderButtons(templates)).toMatch(/>PowerPoint<.*>Word</);
    expect(new Map(listFields(templates)).get("PowerPoint template")).toBe("Uni.pptx (default)");
  });

  test("[C3.30] requests the chosen format with its own template", () => {
    const options = { ...defaultOptions, templateNames: { docx: "Letter", pptx: "Slides" } };
    expect(toChoices(options, "docx")).toMatchObject({ format: "docx", templateName: "Letter" });
    expect(toChoices(options, "pptx")).toMatchObject({ format: "pptx", templateName: "Slides" });
  });
});
