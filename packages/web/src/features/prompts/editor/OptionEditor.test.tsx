import type { JsonValue } from "@lectern/contract";
import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { OptionKind } from "../../../entities/prompts/template/optionFields.ts";
import { OptionEditor } from "./OptionEditor.tsx";

const choices = [
  { value: "", label: "All" },
  { value: "a", label: "Choice A" },
];
const render = (kind: OptionKind, value?: JsonValue) =>
  renderToStaticMarkup(
    <MantineProvider>
      <OptionEditor
        field={{ key: "k", kind, label: "Label", ...(kind === "options" ? { choices } : {}) }}
        value={value}
        isReadOnly={false}
        onChange={() => {}}
      />
    </MantineProvider>,
  );
const findInput = (html: string) => html.match(/<input[^>]*>/)?.[0];

test("[A9.18] each kind of option has its own editor", () => {
  expect(findInput(render("boolean", true))).toMatch(/ type="checkbox".* checked=""/);
  expect(findInput(render("boolean"))).not.toContain("checked=");
  const select = findInput(render("options", "a"));
  expect(select).toContain(' aria-haspopup="listbox"');
  expect(select).toContain(' value="Choice A"');
  for (const [kind, value, inputMode, shown] of [
    ["integer", 12, "numeric", "12"],
    ["decimal", 1.5, "decimal", "1.5"],
    ["text", "some text", "text", "some text"],
    ["regex", "^a+$", "text", "^a+$"],
    ["list", ["a", "b c"], "text", "a, b c"],
  ] as const) {
    const input = findInput(render(kind, typeof value === "object" ? [...value] : value));
    expect(input).toContain(` inputMode="${inputMode}"`);
    expect(input).toContain(` value="${shown}"`);
  }
});

test("[A9.19] [C5.27] the field for an integer is empty if 0 is stored", () => {
  for (const value of [0, undefined]) expect(findInput(render("integer", value))).toContain(' value=""');
});

test("[A9.20] [C5.27] only an invalid regex is reported at its field", () => {
  const text = "Invalid regex pattern";
  expect(render("regex", "[")).toContain(`>${text}</p>`);
  for (const value of ["[a-z]", undefined]) expect(render("regex", value)).not.toContain(text);
  expect(render("text", "[")).not.toContain(text);
});
