import { i18n } from "@lingui/core";
import { afterEach, expect, test } from "vitest";
import { formatConversationName } from "./formatConversationName.ts";

const testLocale = i18n.locale;
afterEach(() => i18n.activate(testLocale));

test("in German, the name of a conversation has the date as in German", () => {
  i18n.loadAndActivate({ locale: "de", messages: {} });
  expect(formatConversationName("Zusammenfassung", new Date(2026, 10, 26, 17, 21))).toBe(
    "Zusammenfassung 26.11.26 17:21",
  );
});
