import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PaletteEntry } from "../../entities/shell/palette.ts";
import type { Workspace } from "../../entities/shell/workspace.ts";
import { searchActions } from "../../features/palette/searchActions.ts";
import { toPaletteEntries } from "../../features/palette/toPaletteEntries.tsx";
import { chooseLocale } from "../../lib/i18n/i18n.ts";
import { getPaletteActions } from "./paletteActions.ts";

// What changes with the language of the page in a browser.
beforeEach(() => {
  vi.stubGlobal("document", { documentElement: { lang: "en", dataset: {} } });
  vi.stubGlobal("localStorage", { getItem: () => null, setItem() {}, removeItem() {} });
});

afterEach(() => chooseLocale("en"));

const workspace = { user: { id: "u1" }, conversationId: null, blockedReason: null } as unknown as Workspace;
const listEntries = (): PaletteEntry[] => toPaletteEntries(getPaletteActions(true), [], workspace);

test.each([
  ["en", "dark", "Switch to the light theme"],
  ["en", "theme", "Switch to the light theme"],
  ["en", "language", "Settings: language"],
  ["en", "prompts", "Your prompts"],
  ["en", "assistants", "All assistants"],
  ["en", "logout", "Sign out"],
  ["en", "archive", "Archived chats"],
  ["de", "dunkel", "Zum hellen Design wechseln"],
  ["de", "Sprache", "Einstellungen: Sprache"],
  ["de", "Prompts", "Ihre Prompts"],
  ["de", "Assistenten", "Alle Assistenten"],
  ["de", "ausloggen", "Abmelden"],
  ["de", "logout", "Abmelden"],
  ["de", "Archiv", "Archivierte Chats"],
] as const)("in the language %s, the palette finds with “%s” the action “%s”", async (locale, search, name) => {
  await chooseLocale(locale);
  expect(searchActions(listEntries(), search).map((entry) => entry.name)).toContain(name);
});

test("an action that a word names comes before those that it only describes, and other words find nothing", () => {
  expect(searchActions(listEntries(), "settings").map(({ name }) => name)[0]).toBe("Settings");
  expect(searchActions(listEntries(), "qqqxyz")).toEqual([]);
});
