import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { createEmptyDraft } from "../draft/assistantDraft.ts";
import { IconField } from "./IconField.tsx";

test("the field says what an icon is, also to screen readers", () => {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <IconField draft={createEmptyDraft()} problems={{}} change={() => {}} />
    </MantineProvider>,
  );
  expect(html).toContain('aria-description="Emoji or letter"');
});
