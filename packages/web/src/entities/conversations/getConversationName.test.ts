import { afterEach, expect, test } from "vitest";
import { i18n } from "../../lib/i18n/i18n.ts";
import { getConversationName } from "./getConversationName.ts";

afterEach(() => i18n.loadAndActivate({ locale: "en", messages: {} }));

test("the default name is shown in the language in use, and any other as it is", async () => {
  expect(getConversationName({ name: "New Conversation" })).toBe("New Conversation");
  const { messages } = await import("../../../locales/de.po");
  i18n.loadAndActivate({ locale: "de", messages });
  expect(getConversationName({ name: "New Conversation" })).toBe("Neuer Chat");
  expect(getConversationName({ name: "New conversation" })).toBe("New conversation");
});
