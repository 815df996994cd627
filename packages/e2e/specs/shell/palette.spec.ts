import { createConversation, queryFiles } from "@lectern/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { waitForTheme } from "../../support/accountMenu.ts";
import { openNewConversation } from "../../support/chatControls.ts";
import { checkAxe } from "../../support/checkAxe.ts";
import type { ApiClient } from "../../support/createApiClient.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { documentViewer } from "../../support/documentViewer.ts";
import { createFolders, folderRow } from "../../support/folders.ts";
import { failOp } from "../../support/interceptOp.ts";
import { narrowViewport } from "../../support/openBrowser.ts";
import {
  clickDialogButton,
  composer,
  expectEventually,
  expectFocused,
  expectVisible,
  openWorkspace,
  sidePanel,
} from "../../support/screen.ts";
import { uploadAndExtract } from "../../support/uploadByApi.ts";

const fixture = createWorkspaceFixture();

const palette = (page: Page) => page.getByRole("dialog", { name: "Command palette" });
const field = (page: Page) => palette(page).getByRole("combobox");
const options = (page: Page) => palette(page).getByRole("option");
/** The name of the active option as a screen reader reads it; Enter would choose it. */
const getActiveOption = (page: Page) =>
  field(page).evaluate((input) => {
    const id = input.getAttribute("aria-activedescendant");
    return (id && document.getElementById(id)?.textContent) || "";
  });

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await field(page).waitFor();
}

const readFocusedLabel = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));

async function createNamedConversation(api: ApiClient, id: string, name: string): Promise<void> {
  const messages = [{ id: "m-1", role: "user" as const, content: "The Carnot bound" }];
  await api.call(createConversation, { conversation: { id, name, messages } });
}

test("the search of the chats shows the keys of the palette while it is empty, and they open it", async () => {
  const { page } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  const keys = sidePanel(page).getByRole("button", { name: "Search everything, Ctrl K" });
  expect(await keys.textContent()).toBe("Ctrl K");
  const search = sidePanel(page).getByRole("searchbox", { name: "Search chats" });
  await search.fill("a");
  await keys.waitFor({ state: "detached" });
  await search.fill("");
  await keys.click();
  // What is typed before the palette has the focus is not lost.
  await page.keyboard.type("light");
  await expectEventually(() => field(page).inputValue()).toBe("light");
  await expectFocused(field(page));
});

test("Ctrl K finds conversations, prompts and actions by name and opens them by keyboard alone, and says if nothing matches", async () => {
  const { page, api } = await fixture.openSignedIn();
  await createNamedConversation(api, "carnot", "Thermodynamics II");
  const deferredCode = Promise.withResolvers<void>();
  await page.route("**/assets/Palette-*.js", async (route) => {
    await deferredCode.promise;
    await route.continue();
  });
  const codeRequest = page.waitForRequest("**/assets/Palette-*.js");
  await openWorkspace(page, fixture.url);
  const choose = async (typed: string, found = typed) => {
    await openPalette(page);
    await field(page).fill(typed);
    await expectEventually(async () => (await getActiveOption(page)).toLowerCase()).toContain(found);
    await page.keyboard.press("Enter");
    // Wait until the palette has closed, because until then it still receives keys.
    await palette(page).waitFor({ state: "detached" });
  };
  await page.keyboard.press("Control+k");
  await codeRequest;
  // Esc closes the palette although its code has not arrived yet, and the second Ctrl K closes the open one.
  await page.keyboard.press("Escape");
  deferredCode.resolve();
  await (await (await codeRequest).response())?.finished();
  await openPalette(page);
  await page.keyboard.press("Control+k");
  await palette(page).waitFor({ state: "detached" });

  await choose("thermody", "thermodynamics ii");
  await expectEventually(() => page.url()).toBe(`${fixture.url}/#c=carnot`);
  await page.getByRole("log").getByText("The Carnot bound").waitFor();
  const menuButton = page.getByRole("button", { name: "Actions for all chats" });
  await menuButton.click();
  await page.getByRole("menu").waitFor();
  // On a busy computer Esc may be pressed before the focus has moved into the menu.
  await menuButton.focus();
  await page.keyboard.press("Escape");
  await page.getByRole("menu").waitFor({ state: "detached" });
  await choose("diagram assistant");
  await page.getByRole("heading", { name: /Chat with Diagram Assistant/ }).waitFor();

  await openPalette(page);
  await field(page).fill("qqqxyz");
  await expectVisible(palette(page).getByRole("status"), "No matches");
  expect(await options(page).count()).toBe(0);
  await page.keyboard.press("Escape");
  await palette(page).waitFor({ state: "detached" });

  await choose("light theme");
  await waitForTheme(page, "light");
  await choose("search chats");
  await expectEventually(() => readFocusedLabel(page)).toBe("Search chats");
  await choose("keyboard shortcuts");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await choose("your files");
  await expectEventually(() => page.url()).toContain("page=home");
});

test("Enter chooses what matches the text typed before it, also if the list does not show that yet", async () => {
  const { page } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  const choose = async (name: string) => {
    await openPalette(page);
    await field(page).evaluate((input, typed) => {
      // In one task, as from a fast typist in a busy browser.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, typed);
      input.dispatchEvent(new Event("input", { bubbles: true }));
      input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
    }, name);
  };
  await choose("Search chats");
  await expectEventually(() => readFocusedLabel(page)).toBe("Search chats");
  await choose("Keyboard shortcuts");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  expect(await palette(page).count()).toBe(0);
});

test("Ctrl K creates a prompt, says that it is saved, and then finds it", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await openPalette(page);
  await field(page).fill("snippet");
  await expectEventually(() => getActiveOption(page)).toContain("New prompt");
  await page.keyboard.press("Enter");
  const editor = page.getByRole("dialog", { name: "New prompt" });
  await editor.getByRole("textbox", { name: "Name" }).fill("Proofread");
  await editor.getByRole("textbox", { name: "Content" }).fill("Proofread this.");
  await editor.getByRole("button", { name: "Save" }).click();
  await editor.waitFor({ state: "detached" });
  await expectVisible(page, "“Proofread” was added to your prompts.");
  await openPalette(page);
  await field(page).fill("proofr");
  await expectEventually(() => getActiveOption(page)).toContain("Proofread");
});

test("Ctrl K finds files by their names and opens them in the viewer, or their list if they cannot be searched", async () => {
  const { page, api } = await fixture.openSignedIn();
  await uploadAndExtract(api, fixture.url, {
    name: "river_notes.txt",
    type: "text/plain",
    content: "Rivers carry sand.",
  });
  await openWorkspace(page, fixture.url);
  await page.keyboard.press("Control+k");
  await field(page).fill("notes");
  await palette(page)
    .getByRole("option", { name: /river_notes\.txt/ })
    .click();
  await expectVisible(documentViewer(page, "river_notes.txt"), "Rivers carry sand.");

  await failOp(page, queryFiles, "The disk is being changed.");
  await openPalette(page);
  await field(page).fill("river");
  await palette(page)
    .getByRole("option", { name: /^Open your files/ })
    .click();
  await page.getByRole("heading", { name: "Your Files" }).waitFor();
});

test("Ctrl K finds folders of chats by name, and reveals a chosen one in the side panel: unfolded, in view and focused, whatever the panel shows", async () => {
  const { page, api } = await fixture.openSignedIn();
  const otherFolders = Array.from({ length: 40 }, (_, index) => ({ id: `other${index}`, name: `Other ${index}` }));
  await createFolders(api, [
    ...otherFolders,
    { id: "statistics", name: "Statistics II", date: "2025-01-01T00:00:00.000Z" },
  ]);
  const messages = [{ id: "m-1", role: "user" as const, content: "What is a quantile?" }];
  const conversation = { id: "quantiles", name: "Quantiles", folderId: "statistics", messages };
  await api.call(createConversation, { conversation });
  await openWorkspace(page, fixture.url);
  const folder = folderRow(page, "Statistics II");
  const chooseFolder = async () => {
    await openPalette(page);
    await field(page).fill("statis");
    await palette(page)
      .getByRole("group", { name: "Folders" })
      .getByRole("option", { name: /^Statistics II.*1 chat$/ })
      .click();
    await palette(page).waitFor({ state: "detached" });
    await expectFocused(folder);
    expect(await folder.getAttribute("aria-expanded")).toBe("true");
    const tree = await page.getByRole("treegrid", { name: "Chats and folders" }).boundingBox();
    const row = await folder.boundingBox();
    expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThanOrEqual((tree?.y ?? 0) + (tree?.height ?? 0));
    await expectVisible(sidePanel(page), "Quantiles");
  };
  await page.getByRole("button", { name: "Close the side panel" }).click();
  await chooseFolder();
  await page.getByRole("searchbox", { name: "Search chats" }).fill("nothing like it");
  await expectVisible(sidePanel(page), "No chat or message contains “nothing like it”.");
  await chooseFolder();
  await page.setViewportSize(narrowViewport);
  await page.getByRole("button", { name: "Open the side panel" }).waitFor();
  await chooseFolder();
});

test("Ctrl K chooses the model of the open conversation, opens a tab of the settings, and finds messages by their text: the first ones itself, all of them in the side panel", async () => {
  const { page, api } = await fixture.openSignedIn();
  await createNamedConversation(api, "carnot", "Thermodynamics II");
  for (const name of ["One", "Two", "Three", "Four", "Five"]) await createNamedConversation(api, name, name);
  await openWorkspace(page, fixture.url, "#c=carnot");
  await expectVisible(page.getByRole("banner"), "scripted-large");
  const choose = async (typed: string, option: string | RegExp) => {
    await openPalette(page);
    await field(page).fill(typed);
    await options(page).filter({ hasText: option }).click();
    await palette(page).waitFor({ state: "detached" });
  };
  await choose("small", "scripted-small");
  await expectVisible(page.getByRole("banner"), "scripted-small");
  await page.reload();
  await expectVisible(page.getByRole("banner"), "scripted-small");

  await choose("chat storage", "Settings: chat storage");
  const settings = page.getByRole("dialog", { name: "Settings" });
  await settings.getByRole("tab", { name: "Chat storage", selected: true }).waitFor();
  await page.keyboard.press("Escape");
  await settings.waitFor({ state: "detached" });
  await choose("settings: lang", "Settings: language");
  await settings.getByRole("tab", { name: "General", selected: true }).waitFor();
  await page.keyboard.press("Escape");
  await settings.waitFor({ state: "detached" });

  await openPalette(page);
  await field(page).fill("settings:");
  await options(page).filter({ hasText: "Settings: language" }).waitFor();
  // No optional feature is available, so the settings have no such section.
  expect(await options(page).filter({ hasText: "Settings: features" }).count()).toBe(0);
  await page.keyboard.press("Escape");
  await palette(page).waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Close the side panel" }).click();
  await openPalette(page);
  await field(page).fill("carnot bound");
  const hits = palette(page).getByRole("group", { name: "Messages" }).getByRole("option");
  await expectEventually(() => hits.filter({ hasText: "You: The Carnot bound" }).count()).toBe(5);
  await expectEventually(() => palette(page).getByRole("status").textContent()).toBe("");
  expect(await hits.filter({ hasText: "Three" }).getByRole("time").textContent()).toMatch(/^\d{1,2}:\d\d\s[AP]M$/);
  await checkAxe(page, "palette with messages");
  await hits.filter({ hasText: "Three" }).click();
  await palette(page).waitFor({ state: "detached" });
  await expectEventually(() => page.url()).toContain("#c=Three");

  await choose("carnot bound", "Search messages for “carnot bound”");
  const search = page.getByRole("searchbox", { name: "Search chats" });
  await expectEventually(() => search.inputValue()).toBe("carnot bound");
  await expectEventually(() => readFocusedLabel(page)).toBe("Search chats");
  await expectVisible(page.getByRole("complementary", { name: "Side panel" }), "In messages");

  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.getByRole("button", { name: "Close the side panel" }).click();
  await choose("carnot bound", "Search messages for “carnot bound”");
  await expectEventually(() => readFocusedLabel(page)).toBe("Search chats");
});

test("what is typed right after Ctrl K reaches the palette, although its code has not arrived yet, and not the message", async () => {
  const { page, api } = await fixture.openSignedIn();
  await createNamedConversation(api, "carnot", "Thermodynamics II");
  const deferredCode = Promise.withResolvers<void>();
  await page.route("**/assets/Palette-*.js", async (route) => {
    await deferredCode.promise;
    await route.continue();
  });
  await openWorkspace(page, fixture.url, "#c=carnot");
  await page.getByRole("log").getByText("The Carnot bound").waitFor();
  await composer(page).fill("A draft");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("Thermox");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Enter");
  deferredCode.resolve();
  await expectEventually(() => field(page).inputValue()).toBe("Thermo");
  await page.keyboard.type("dy");
  await expectEventually(() => getActiveOption(page)).toContain("Thermodynamics II");
  expect(await field(page).inputValue()).toBe("Thermody");
  await page.keyboard.press("Escape");
  await palette(page).waitFor({ state: "detached" });
  await expectEventually(() => readFocusedLabel(page)).toBe("Message");
  await page.keyboard.type(" of mine");
  expect(await composer(page).inputValue()).toBe("A draft of mine");
  expect(await page.getByRole("log").getByText("A draft").count()).toBe(0);

  // The code is loaded now, but the palette takes a moment to open.
  await page.keyboard.press("Control+k");
  await page.keyboard.type("light");
  await expectEventually(() => field(page).inputValue()).toBe("light");
  // Nothing is collected after the palette has closed.
  await page.keyboard.press("Control+k");
  await palette(page).waitFor({ state: "detached" });
  await page.keyboard.type("!");
  expect(await composer(page).inputValue()).toBe("A draft of mine!");
});

test("Ctrl K right after Esc opens the palette while the closed dialog still fades out, and what is typed reaches it", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  const openers = {
    settings: () => page.keyboard.press("Control+,"),
    palette: () => page.keyboard.press("Control+k"),
    folder: () => sidePanel(page).getByRole("button", { name: "New folder" }).click(),
  };
  await composer(page).focus();
  for (const [name, open] of Object.entries(openers)) {
    await open();
    await page.getByRole("dialog").getByRole("button").first().waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.keyboard.type(name);
    await expectEventually(() => field(page).inputValue()).toBe(name);
    await expectEventually(() => readFocusedLabel(page)).toContain("Search chats, messages");
    await page.keyboard.press("Escape");
    await palette(page).waitFor({ state: "detached" });
    await expectEventually(() => readFocusedLabel(page)).toBe(name === "folder" ? "New folder" : "Message");
  }
  expect(await composer(page).inputValue()).toBe("");
});

test("Ctrl K opens the palette after a confirmation has closed itself and the dialog below it", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await openPalette(page);
  await field(page).fill("New assistant");
  await expectEventually(() => getActiveOption(page)).toContain("New assistant");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("textbox", { name: "Assistant Name" }).fill("Coach");
  await page.keyboard.press("Escape");
  await clickDialogButton(page, "Discard changes");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await openPalette(page);
});

test.each([
  {
    locale: "en-US",
    optionByWord: {
      dark: /theme/,
      theme: /theme/,
      language: /language$/,
      prompts: /^Your prompts$/,
      assistants: /^All assistants$/,
      logout: /^Sign out$/,
      archive: /^Archived chats$/,
    },
    back: "Back to all chats",
    signOut: "You can sign in again at any time.",
  },
  {
    locale: "de-DE",
    optionByWord: {
      dunkel: /Design/,
      Sprache: /Sprache$/,
      Prompts: /^Ihre Prompts$/,
      Assistenten: /^Alle Assistenten$/,
      ausloggen: /^Abmelden$/,
      Archiv: /^Archivierte Chats$/,
    },
    back: "Zurück zu allen Chats",
    signOut: "Sie können sich jederzeit wieder anmelden.",
  },
])(
  "Ctrl K finds actions by other words for them ($locale), lists the archived chats and asks before signing out",
  async ({ locale, optionByWord, back, signOut }) => {
    const { page, api } = await fixture.openSignedIn({ locale });
    await createNamedConversation(api, "carnot", "Thermodynamics II");
    await page.goto(`${fixture.url}/#c=carnot`);
    await page.getByRole("log").getByText("The Carnot bound").waitFor();
    const dialog = page.getByRole("dialog");
    const search = dialog.getByRole("combobox");
    const optionOf = (name: RegExp) => dialog.getByRole("option", { name });
    const [archive, signOutOption] = Object.values(optionByWord).toReversed();
    await page.keyboard.press("Control+k");
    for (const [word, name] of Object.entries(optionByWord)) {
      await search.fill(word);
      await optionOf(name).first().waitFor();
    }
    await optionOf(archive ?? /./).click();
    await dialog.waitFor({ state: "detached" });
    await expectEventually(() => readFocusedLabel(page)).toBe(back);
    await page.keyboard.press("Control+k");
    await search.fill("logout");
    await optionOf(signOutOption ?? /./).click();
    await dialog.getByText(signOut).waitFor();
    expect(await dialog.getByRole("checkbox").count()).toBe(0);
  },
);

test.each([
  { locale: "en-US", word: "prompts", action: "Your prompts", tab: "Prompts" },
  { locale: "de-DE", word: "Prompts", action: "Ihre Prompts", tab: "Prompts" },
  { locale: "de-DE", word: "Assistenten", action: "Alle Assistenten", tab: "Assistenten" },
])(
  "Ctrl K finds $action with “$word” and shows that tab of the right panel, with the focus in it",
  async ({ locale, word, action, tab }) => {
    const { page } = await fixture.openSignedIn({ locale });
    await page.goto(fixture.url);
    await page.getByRole("banner").waitFor();
    await page.keyboard.press("Control+k");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox").fill(word);
    await dialog.getByRole("option", { name: action, exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("tab", { name: tab, exact: true, selected: true }).waitFor();
    const panel = page.getByRole("complementary").filter({ has: page.getByRole("tab", { name: tab, exact: true }) });
    await expectEventually(() => panel.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  },
);

test("the arrow keys cycle through the palette's results, and Esc returns the focus; it passes axe, fills a narrow screen, and can be closed there with its button", async () => {
  const { page, api } = await fixture.openSignedIn();
  await createNamedConversation(api, "first", "First one");
  await openNewConversation(page, fixture.url);
  await composer(page).focus();
  await openPalette(page);
  await options(page).first().waitFor();
  await checkAxe(page, "palette");
  await field(page).fill("se");
  await expectVisible(palette(page).getByRole("status"), "Searching messages…");
  // The last entry offers another search until this one is done.
  await expectEventually(() => palette(page).getByRole("status").textContent()).toBe("");
  const first = await getActiveOption(page);
  await page.keyboard.press("ArrowDown");
  const second = await getActiveOption(page);
  expect(second).not.toBe(first);
  await page.keyboard.press("ArrowUp");
  expect(await getActiveOption(page)).toBe(first);
  await page.keyboard.press("ArrowUp");
  expect(await getActiveOption(page)).toBe(await options(page).last().textContent());
  await page.keyboard.press("Escape");
  await palette(page).waitFor({ state: "detached" });
  await expectEventually(() => readFocusedLabel(page)).toBe("Message");

  await openPalette(page);
  await page.setViewportSize(narrowViewport);
  await expectEventually(() => palette(page).boundingBox()).toMatchObject({ x: 0, y: 0, ...narrowViewport });
  await palette(page).getByRole("button", { name: "Close" }).click();
  await palette(page).waitFor({ state: "detached" });
});

test("a new chat, the search, the message field and the list of shortcuts have shortcuts, which reveal what is hidden: behind a closed panel, another tab or a panel over a narrow page; ? is a character in text fields", async () => {
  const { page, api } = await fixture.openSignedIn();
  await createNamedConversation(api, "open", "Something");
  await openWorkspace(page, fixture.url, "#c=open");
  await page.getByRole("log").getByText("The Carnot bound").waitFor();
  const urlBefore = page.url();
  await page.keyboard.press("Control+Shift+O");
  await expectEventually(() => page.url()).not.toBe(urlBefore);
  await page.keyboard.press("Control+Shift+F");
  await expectEventually(() => readFocusedLabel(page)).toBe("Search chats");
  await page.keyboard.press("Shift+Escape");
  await expectEventually(() => readFocusedLabel(page)).toBe("Message");
  await page.keyboard.type("Why?");
  expect(await composer(page).inputValue()).toBe("Why?");
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.getByRole("button", { name: "Your files" }).focus();
  await page.keyboard.press("?");
  const shortcutsDialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await shortcutsDialog.waitFor();
  await shortcutsDialog.getByText("Search chats, messages, prompts, models, settings and actions").waitFor();
  // Not its close button: nothing in it is to be filled in.
  await expectFocused(
    shortcutsDialog.getByRole("heading", { name: "Keyboard shortcuts" }).getByText("Keyboard shortcuts"),
  );
  await checkAxe(page, "sheet of shortcuts");
  await page.keyboard.press("Escape");
  await shortcutsDialog.waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Close the side panel" }).click();
  await page.keyboard.press("Control+Shift+F");
  await expectEventually(() => readFocusedLabel(page)).toBe("Search chats");
  await page.getByRole("tab", { name: "More" }).click();
  await page.keyboard.press("Control+Shift+F");
  await expectEventually(() => readFocusedLabel(page)).toBe("Search chats");

  await page.setViewportSize(narrowViewport);
  await page.getByRole("button", { name: "Open the side panel" }).waitFor();
  await page.keyboard.press("Control+Shift+F");
  await expectEventually(() => readFocusedLabel(page)).toBe("Search chats");
  await page.keyboard.press("Shift+Escape");
  await expectEventually(() => readFocusedLabel(page)).toBe("Message");
});

test("a palette that is closed before its field has the focus gives the focus back", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await openPalette(page);
  await page.keyboard.press("Escape");
  await palette(page).waitFor({ state: "detached" });
  const button = page.getByRole("button", { name: "Attach documents" });
  await button.focus();
  // Esc is pressed as soon as the palette is in the page.
  await page.evaluate(() => {
    const press = (key: string, ctrlKey = false) =>
      document.activeElement?.dispatchEvent(
        new KeyboardEvent("keydown", { key, ctrlKey, bubbles: true, cancelable: true }),
      );
    const observer = new MutationObserver(() => {
      if (!document.querySelector('[role="dialog"]')) return;
      observer.disconnect();
      press("Escape");
    });
    observer.observe(document.body, { childList: true, subtree: true });
    press("k", true);
  });
  await palette(page).waitFor({ state: "detached" });
  await expectFocused(button);
});

test("a shortcut that opens a dialog closes the menu that is open, and closing the dialog gives the focus back to its button", async () => {
  const { page, api } = await fixture.openSignedIn();
  await createNamedConversation(api, "carnot", "Thermodynamics II");
  await openNewConversation(page, fixture.url);
  const row = sidePanel(page).getByRole("button", { name: "Actions for Thermodynamics II" });
  const buttons = [
    page.getByRole("button", { name: "Attach documents" }),
    sidePanel(page).getByRole("button", { name: /@example\.org$/ }),
    row,
    page.getByRole("button", { name: "Select Assistants" }),
  ];
  const menu = page.getByRole("menu").or(page.getByRole("listbox", { name: "Assistants" }));
  for (const button of buttons) {
    if (button === row) await sidePanel(page).getByText("Thermodynamics II").hover();
    await button.click();
    await menu.waitFor();
    await openPalette(page);
    await menu.waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await palette(page).waitFor({ state: "detached" });
    await expectFocused(button);
  }
  await buttons[0]?.click();
  await menu.waitFor();
  await page.keyboard.press("Control+,");
  await page.getByRole("dialog", { name: "Settings" }).waitFor();
  expect(await menu.count()).toBe(0);
});
