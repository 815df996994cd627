import { i18n } from "@lingui/core";
import { afterEach, expect, test } from "vitest";
import { createAssistantSummary } from "../testing/createAssistantSummary.ts";
import { translateSystemAssistants } from "./translateSystemAssistants.ts";

afterEach(() => i18n.loadAndActivate({ locale: "en", messages: {} }));

const builtIn = createAssistantSummary({
  name: "Assistant Creator",
  description: "Helps you to plan an assistant.",
  starters: ["I want an assistant."],
  isSystem: true,
});
const own = { ...builtIn, isSystem: false };

test("the built-in assistants have German texts under their own names in the German interface, and only they", async () => {
  expect(await translateSystemAssistants([builtIn, own])).toEqual([builtIn, own]);
  i18n.loadAndActivate({ locale: "de", messages: {} });
  expect(await translateSystemAssistants([builtIn, own])).toEqual([
    {
      ...builtIn,
      description: "Hilft Ihnen, mit wenigen Fragen einen Assistenten zu planen, und erstellt ihn.",
      starters: expect.arrayContaining(["Ich möchte einen Assistenten für eine meiner Lehrveranstaltungen."]),
    },
    own,
  ]);
  const later = createAssistantSummary({ name: "Later", isSystem: true });
  expect(await translateSystemAssistants([later])).toEqual([later]);
});
