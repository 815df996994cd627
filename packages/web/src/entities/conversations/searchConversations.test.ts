import { afterEach, describe, expect, test } from "vitest";
import { i18n } from "../../lib/i18n/i18n.ts";
import { searchConversations } from "./searchConversations.ts";

const named = (...names: string[]) => names.map((name) => ({ name }));
const find = (search: string) =>
  searchConversations(named("Café résumé", "CAFE budget", "Straße", "Wärmelehre II"), search).map(({ name }) => name);

afterEach(() => i18n.loadAndActivate({ locale: "en", messages: {} }));

describe("the search", () => {
  test("finds the default name as it is shown in the language in use", async () => {
    const conversations = named("New Conversation", "Newton");
    expect(searchConversations(conversations, "new")).toHaveLength(2);
    const { messages } = await import("../../../locales/de.po");
    i18n.loadAndActivate({ locale: "de", messages });
    expect(searchConversations(conversations, "neuer ch")).toEqual([{ name: "New Conversation" }]);
    expect(searchConversations(conversations, "new")).toEqual([{ name: "Newton" }]);
  });

  test("finds names ignoring case and accents", () => {
    expect(find("cafe")).toEqual(["Café résumé", "CAFE budget"]);
    expect(find("CAFÉ")).toEqual(["Café résumé", "CAFE budget"]);
    expect(find("warme")).toEqual(["Wärmelehre II"]);
  });

  test("requires every word, in any order", () => {
    expect(find("resume cafe")).toEqual(["Café résumé"]);
    expect(find("cafe lehre")).toEqual([]);
  });

  test("returns everything for an empty search", () => {
    expect(find("  ")).toHaveLength(4);
  });
});
