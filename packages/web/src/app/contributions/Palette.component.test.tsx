import { queryFiles, searchMessages } from "@lectern/contract";
import { expect, onTestFinished, test } from "vitest";
import { commands, page, userEvent } from "vitest/browser";
import { createBranch, createConversation, storeLocalConversations } from "../../testing/conversations.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import {
  accountButton,
  banner,
  boxOf,
  composer,
  conversationList,
  dialogNamed,
  eventually,
  log,
  readFocusedLabel,
  sidePanel,
} from "../../testing/screen.ts";
import { stubFolders } from "../../testing/stubFolders.ts";
import { failOp, stubOp } from "../../testing/stubServer.ts";

const palette = () => dialogNamed("Command palette");
const field = () => palette().getByRole("combobox");
const options = () => palette().getByRole("option");

/** The name of the active option as a screen reader reads it; Enter would choose it. */
function readActiveOption(): string {
  const id = field().element().getAttribute("aria-activedescendant");
  return (id && document.getElementById(id)?.textContent) || "";
}

async function openPalette(): Promise<void> {
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(field()).toHaveFocus();
}

async function closePalette(): Promise<void> {
  await userEvent.keyboard("{Escape}");
  await expect.element(palette()).not.toBeInTheDocument();
}

async function openPaletteWith(search: string): Promise<void> {
  await openPalette();
  await field().fill(search);
}

/** Opens the palette and chooses the first option that contains `option`. */
async function choose(search: string, option: string | RegExp): Promise<void> {
  await openPaletteWith(search);
  await options().filter({ hasText: option }).first().click();
  await expect.element(palette()).not.toBeInTheDocument();
}

const carnot = createConversation({
  id: "carnot",
  name: "Thermodynamics II",
  messages: createBranch(["The Carnot bound", "It holds."]),
});

/** Opens the app with the focus in the message field of an empty chat. */
async function renderWithFocus(): Promise<void> {
  await renderApp();
  await composer().click();
}

test("the search of the chats shows the keys of the palette while it is empty, and they open it; what is typed before the palette has the focus is not lost", async () => {
  await renderApp();
  const keys = sidePanel().getByRole("button", { name: "Search everything, Ctrl K" });
  await expect.element(keys).toHaveTextContent("Ctrl K");
  const search = sidePanel().getByRole("searchbox", { name: "Search chats" });
  await search.fill("a");
  await expect.element(keys).not.toBeInTheDocument();
  await search.fill("");
  await keys.click();
  await userEvent.keyboard("light");
  await expect.element(field()).toHaveValue("light");
  await expect.element(field()).toHaveFocus();
});

test("actions of the palette run by keyboard alone, and a search without results says so", async () => {
  await renderWithFocus();
  const run = async (search: string, name: string) => {
    await openPaletteWith(search);
    await eventually(readActiveOption).toContain(name);
    await userEvent.keyboard("{Enter}");
    await expect.element(palette()).not.toBeInTheDocument();
  };
  await run("light theme", "Switch to the light theme");
  expect(document.documentElement.dataset.mantineColorScheme).toBe("light");
  await run("search chats", "Search chats");
  await eventually(readFocusedLabel).toBe("Search chats");
  await run("keyboard shortcuts", "Keyboard shortcuts");
  await expect.element(dialogNamed("Keyboard shortcuts")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await openPaletteWith("qqqxyz");
  await expect.element(palette().getByRole("status")).toHaveTextContent("No matches");
  await expect.element(options()).not.toBeInTheDocument();
  await closePalette();
  await run("your files", "Your files");
  await eventually(() => location.hash).toContain("page=home");
});

test("Enter chooses what matches the text typed before it, also if the list does not show that yet", async () => {
  await renderWithFocus();
  const typeAndChoose = async (search: string) => {
    await openPalette();
    const input = field().element();
    // In one task, as from a fast typist in a busy browser.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, search);
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  };
  await typeAndChoose("Search chats");
  await eventually(readFocusedLabel).toBe("Search chats");
  await typeAndChoose("Keyboard shortcuts");
  await expect.element(dialogNamed("Keyboard shortcuts")).toBeVisible();
  await expect.element(palette()).not.toBeInTheDocument();
});

test("the palette creates a prompt, says that it is saved, and then finds it", async () => {
  await renderWithFocus();
  await openPaletteWith("snippet");
  await eventually(readActiveOption).toContain("New prompt");
  await userEvent.keyboard("{Enter}");
  const editor = dialogNamed("New prompt");
  await editor.getByRole("textbox", { name: "Name" }).fill("Proofread");
  await editor.getByRole("textbox", { name: "Content" }).fill("Proofread this.");
  await editor.getByRole("button", { name: "Save" }).click();
  await expect.element(editor).not.toBeInTheDocument();
  await expect.element(page.getByText("“Proofread” was added to your prompts.")).toBeVisible();
  await openPaletteWith("proofr");
  await eventually(readActiveOption).toContain("Proofread");
});

test("the palette opens the list of files if they cannot be searched", async () => {
  failOp(queryFiles, "The disk is being changed.");
  await renderApp();
  await choose("river", /^Open your files/);
  await expect.element(page.getByRole("heading", { name: "Your Files" })).toBeVisible();
});

test("the palette finds folders of chats by name, and reveals a chosen one in the side panel: unfolded, in view and focused, whatever the panel shows", async () => {
  const otherFolders = Array.from({ length: 40 }, (_, index) => ({ id: `other${index}`, name: `Other ${index}` }));
  const folders = [...otherFolders, { id: "statistics", name: "Statistics II", date: "2025-01-01T00:00:00.000Z" }];
  stubFolders(...folders);
  await storeLocalConversations(
    createConversation({
      id: "quantiles",
      name: "Quantiles",
      folderId: "statistics",
      messages: createBranch(["Why?"]),
    }),
  );
  await renderApp();
  const row = () => conversationList().getByRole("button", { name: /^Statistics II/, expanded: true });
  const chooseFolder = async () => {
    await openPaletteWith("statis");
    const group = palette().getByRole("group", { name: "Folders" });
    await group.getByRole("option", { name: /^Statistics II.*1 chat$/ }).click();
    await expect.element(palette()).not.toBeInTheDocument();
    await expect.element(row()).toHaveFocus();
    const tree = boxOf(page.getByRole("treegrid", { name: "Chats and folders" }));
    expect(boxOf(row()).bottom).toBeLessThanOrEqual(tree.bottom);
    expect(boxOf(row()).top).toBeGreaterThanOrEqual(tree.top);
    await expect.element(sidePanel().getByText("Quantiles")).toBeVisible();
  };
  await page.getByRole("button", { name: "Close the side panel" }).click();
  await chooseFolder();
  await page.getByRole("searchbox", { name: "Search chats" }).fill("nothing like it");
  await expect.element(sidePanel().getByText("No chat or message contains “nothing like it”.")).toBeVisible();
  await chooseFolder();
  await page.viewport(390, 844);
  await expect.element(page.getByRole("button", { name: "Open the side panel" })).toBeVisible();
  await chooseFolder();
});

test("the palette chooses the model of the open conversation and opens a tab of the settings", async () => {
  await storeLocalConversations(carnot);
  await renderApp("#c=carnot");
  await expect.element(banner().getByRole("button", { name: "scripted-large" })).toBeVisible();
  await choose("small", "scripted-small");
  await expect.element(banner().getByRole("button", { name: "scripted-small" })).toBeVisible();
  const settings = dialogNamed("Settings");
  for (const [search, option, tab] of [
    ["chat storage", "Settings: chat storage", "Chat storage"],
    ["settings: lang", "Settings: language", "General"],
  ] as const) {
    await choose(search, option);
    await expect.element(settings.getByRole("tab", { name: tab, selected: true })).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(settings).not.toBeInTheDocument();
  }
});

test("the palette shows the first messages that contain the text, and searches for all of them in the side panel, also with reduced motion", async () => {
  const names = ["One", "Two", "Three", "Four", "Five", "Six"];
  const build = (name: string) =>
    createConversation({ id: name, name, messages: createBranch(["The Carnot bound", "It holds."], name) });
  await storeLocalConversations(...names.map(build));
  await renderApp();
  await page.getByRole("button", { name: "Close the side panel" }).click();
  await openPaletteWith("carnot bound");
  const hits = palette().getByRole("group", { name: "Messages" }).getByRole("option");
  await eventually(() => hits.filter({ hasText: "You: The Carnot bound" }).elements().length).toBe(5);
  await expect.element(palette().getByRole("status")).toHaveTextContent("");
  await expect.element(hits.first().getByRole("time")).toHaveTextContent("Jan 15");
  await closePalette();
  await choose("carnot bound", "Search messages for “carnot bound”");
  const search = page.getByRole("searchbox", { name: "Search chats" });
  await expect.element(search).toHaveValue("carnot bound");
  await expect.element(search).toHaveFocus();
  await expect.element(sidePanel().getByText("In messages")).toBeVisible();

  // Then the panel is there at once.
  onTestFinished(() => commands.emulateMedia({ reducedMotion: "no-preference" }));
  await commands.emulateMedia({ reducedMotion: "reduce" });
  await page.getByRole("button", { name: "Close the side panel" }).click();
  await choose("carnot bound", "Search messages for “carnot bound”");
  await expect.element(search).toHaveFocus();
});

test("Ctrl K right after Esc opens the palette while the closed dialog still fades out, and what is typed reaches it", async () => {
  await renderWithFocus();
  const openers = {
    settings: () => userEvent.keyboard("{Control>},{/Control}"),
    palette: () => userEvent.keyboard("{Control>}k{/Control}"),
    folder: () => sidePanel().getByRole("button", { name: "New folder" }).click(),
  };
  for (const [name, open] of Object.entries(openers)) {
    await open();
    await expect.element(page.getByRole("dialog").getByRole("button").first()).toBeVisible();
    await userEvent.keyboard(`{Escape}{Control>}k{/Control}${name}`);
    await expect.element(field()).toHaveValue(name);
    await expect.element(field()).toHaveFocus();
    await closePalette();
    await eventually(readFocusedLabel).toBe(name === "folder" ? "New folder" : "Message");
  }
  await expect.element(composer()).toHaveValue("");
});

test("Ctrl K opens the palette after a confirmation has closed itself and the dialog below it", async () => {
  await renderWithFocus();
  await openPaletteWith("New assistant");
  await eventually(readActiveOption).toContain("New assistant");
  await userEvent.keyboard("{Enter}");
  await page.getByRole("dialog").getByRole("textbox", { name: "Assistant Name" }).fill("Coach");
  await userEvent.keyboard("{Escape}");
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard changes" }).click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await openPalette();
});

test("the palette lists the archived chats, and asks before signing out", async () => {
  await storeLocalConversations(carnot);
  await renderApp("#c=carnot");
  await expect.element(log().getByText("The Carnot bound")).toBeVisible();
  await choose("archive", /^Archived chats/);
  await eventually(readFocusedLabel).toBe("Back to all chats");
  await choose("logout", /^Sign out/);
  await expect.element(dialogNamed("Sign out")).toBeVisible();
});

test.each([
  { search: "prompts", action: /^Your prompts/, tab: "Prompts" },
  { search: "assistants", action: /^All assistants/, tab: "Assistants" },
])("the palette finds “$tab” and shows that tab of the right panel, with the focus in it", async (row) => {
  const { search, action, tab } = row;
  await renderApp();
  await choose(search, action);
  await expect.element(page.getByRole("tab", { name: tab, exact: true, selected: true })).toBeVisible();
  const panel = page.getByRole("complementary").filter({ has: page.getByRole("tab", { name: tab, exact: true }) });
  await eventually(() => panel.element().contains(document.activeElement)).toBe(true);
});

test("the arrow keys cycle through the palette's results, and Esc returns the focus", async () => {
  await storeLocalConversations(createConversation({ id: "first", name: "First one" }));
  const { promise: searched, resolve: endSearch } = Promise.withResolvers<void>();
  stubOp(searchMessages, async () => {
    await searched;
    return { hits: [], nextCursor: null };
  });
  await renderWithFocus();
  await openPaletteWith("se");
  await expect.element(palette().getByRole("status")).toHaveTextContent("Searching messages…");
  // The last entry offers another search until this one is done.
  endSearch();
  await expect.element(palette().getByRole("status")).toHaveTextContent("");
  const first = readActiveOption();
  await userEvent.keyboard("{ArrowDown}");
  await eventually(readActiveOption).not.toBe(first);
  await userEvent.keyboard("{ArrowUp}");
  await eventually(readActiveOption).toBe(first);
  await userEvent.keyboard("{ArrowUp}");
  await eventually(readActiveOption).toBe(options().last().element().textContent);
  await closePalette();
  await expect.element(composer()).toHaveFocus();
});

test("the palette fills a narrow screen, and can be closed there with its button", async () => {
  await page.viewport(390, 844);
  await renderWithFocus();
  await openPalette();
  await eventually(() => boxOf(palette())).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
  await palette().getByRole("button", { name: "Close" }).click();
  await expect.element(palette()).not.toBeInTheDocument();
});

const menuButtons = {
  "of documents": () => page.getByRole("button", { name: "Attach documents" }),
  "of the account": accountButton,
  "of a chat": () => sidePanel().getByRole("button", { name: "Actions for Thermodynamics II" }),
  "of assistants": () => page.getByRole("button", { name: "Select Assistants" }),
};

test.each(Object.entries(menuButtons))(
  "Ctrl K closes the open menu %s, and Esc gives the focus back to its button",
  async (_, getButton) => {
    await storeLocalConversations(carnot);
    await renderWithFocus();
    await sidePanel().getByText("Thermodynamics II").hover();
    await getButton().click();
    const menu = page.getByRole("menu").or(page.getByRole("listbox", { name: "Assistants" }));
    await expect.element(menu).toBeVisible();
    await openPalette();
    await expect.element(menu).not.toBeInTheDocument();
    await closePalette();
    await expect.element(getButton()).toHaveFocus();
  },
);

test("the shortcut of the settings closes the open menu", async () => {
  await renderWithFocus();
  await page.getByRole("button", { name: "Attach documents" }).click();
  await expect.element(page.getByRole("menu")).toBeVisible();
  await userEvent.keyboard("{Control>},{/Control}");
  await expect.element(dialogNamed("Settings")).toBeVisible();
  await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
});
