import { getAssistant, getFeatureFlags, listGroups } from "@lectern/contract";
import { expect, onTestFinished, test, vi } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import {
  adminButton,
  adminField,
  adminForm,
  adminInterface,
  adminTab,
  answerQuestion,
  assistantTree,
  openAssistantMenu,
  overviewRow,
  overviewRows,
  renderAdmin,
  showAssistants,
  waitForAdminFocus,
} from "../../../testing/assistantScreen.ts";
import { createFlags } from "../../../testing/defaultAnswers.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { boxOf, sidePanel } from "../../../testing/screen.ts";
import { getSelectField, listChoices, selectChoice } from "../../../testing/selectField.ts";
import { stubGroupAnalytics } from "../../../testing/stubAnalytics.ts";
import { type StoredAssistant, stubAssistants } from "../../../testing/stubAssistants.ts";
import { groupFlags, stubGroups } from "../../../testing/stubGroups.ts";
import { failOp, pauseOp, stubOp } from "../../../testing/stubServer.ts";

const group = { id: "Physics_1", name: "Physics" };
const narrow = [390, 844] as const;

/** Stubs a group with these assistants. */
function stubGroup(assistants: readonly StoredAssistant[]) {
  const groups = stubGroups([{ ...group, groupTypes: ["Student"] }]);
  return {
    groups,
    ...stubAssistants(
      assistants.map((each) => ({ group, ...each })),
      { groups: [group] },
    ),
  };
}

test("[G2.10] [G2.12] [G4.02] a window event opens the Assistant Admin Interface, 100 pixels narrower than the window and 95 percent as high; its tabs say which assistants are published", async () => {
  stubGroup([{ name: "Heat", isPublished: true }, { name: "Light" }]);
  await renderApp();
  await expect.element(page.getByRole("textbox", { name: "Message", exact: true })).toBeVisible();
  dispatchEvent(new CustomEvent("openAstAdminInterfaceTrigger", { detail: { groupId: group.id } }));
  await expect.element(overviewRow("Heat")).toBeVisible();
  const readSize = () => {
    const { width, height } = boxOf(adminInterface());
    return [Math.round(width), Math.round(height)];
  };
  await expect.poll(readSize).toEqual([innerWidth - 100, Math.round(innerHeight * 0.95)]);
  await overviewRow("Light").click();
  await expect.element(adminField("Assistant Name")).toHaveValue("Light");
  await adminTab("Heat").hover();
  await expect.element(page.getByRole("tooltip", { name: "Published", exact: true })).toBeVisible();
  await adminTab("Light").hover();
  await expect.element(page.getByRole("tooltip", { name: "Unpublished", exact: true })).toBeVisible();
  const readDot = (name: string) => {
    const dot = adminTab(name).element().querySelector("[aria-hidden]");
    if (!dot) throw new Error("the tab has no dot");
    const { backgroundColor, borderTopColor } = getComputedStyle(dot);
    const [red = 0, green = 0, blue = 0] = (borderTopColor.match(/\d+/g) ?? []).map(Number);
    return { isFilled: backgroundColor === borderTopColor, isGreen: green > red + 40 && green > blue + 40 };
  };
  expect(readDot("Heat")).toEqual({ isFilled: true, isGreen: true });
  expect(readDot("Light")).toEqual({ isFilled: false, isGreen: false });
  (adminTab("Light").element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowLeft}{Enter}");
  await expect.element(adminField("Assistant Name")).toHaveValue("Heat");
  await page.viewport(...narrow);
  await expect.poll(() => readSize()[0]).toBe(narrow[0]);
  await adminButton("History").click();
  const history = page.getByRole("dialog", { name: "History" });
  await expect.element(history.getByRole("button", { name: /^Version 1/ })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(history).not.toBeInTheDocument();
  await adminField("Assistant Name").click();
  await userEvent.keyboard("{Escape}");
  await expect.element(adminInterface()).not.toBeInTheDocument();
});

test("[A2.14] the left panel opens the Assistant Admin Interface with the window event", async () => {
  stubGroup([{ name: "Heat" }]);
  const hear = vi.fn();
  addEventListener("openAstAdminInterfaceTrigger", hear);
  onTestFinished(() => removeEventListener("openAstAdminInterfaceTrigger", hear));
  await renderApp();
  await page.getByRole("tab", { name: "More" }).click();
  await sidePanel().getByRole("button", { name: "Assistant Admin Interface" }).click();
  await expect.element(adminInterface()).toBeVisible();
  expect(hear).toHaveBeenCalledOnce();
});

test("[G2.14] [G4.04] the tabs of a group are the dashboard, which opens first if there are figures, the conversations if they are analysed, the assistants, which opening one leads to, and Group Management", async () => {
  const plain = { id: "Botany_1", name: "Botany" };
  const analysed = { ...group, supportConvAnalysis: true };
  stubGroups([analysed, plain]);
  stubGroupAnalytics();
  stubAssistants([{ assistantId: "astgp/heat", name: "Heat", group }], { groups: [group, plain] });
  const views = () => adminInterface().getByRole("tablist", { name: "View" }).getByRole("tab");
  const readViews = () =>
    views()
      .elements()
      .map(({ textContent }) => textContent);
  const readShown = () =>
    views()
      .elements()
      .find((view) => view.getAttribute("aria-selected") === "true")?.textContent;
  await renderAdmin(`#admin=${group.id}`);
  await expect.poll(readShown).toBe("Dashboard");
  expect(readViews()).toEqual(["Dashboard", "Conversations", "Assistants", "Group Management"]);
  await adminTab("Conversations").click();
  await expect.poll(readShown).toBe("Conversations");
  location.hash = `#admin=${group.id}&ast=astgp%2Fheat`;
  await expect.element(adminField("Assistant Name")).toHaveValue("Heat");
  expect(readShown()).toBe("Assistants");
  await adminTab("Group Management").click();
  await expect.poll(readShown).toBe("Group Management");
  location.hash = `#admin=${plain.id}`;
  await expect.poll(readViews).toEqual(["Dashboard", "Assistants", "Group Management"]);
  // Its dashboard has no figures to begin with.
  expect(readShown()).toBe("Assistants");
  await adminTab("Dashboard").click();
  await expect.element(adminInterface().getByText(/is not currently available for this group/)).toBeVisible();
});

test("[A6.03] [G2.10] assistants are edited only once the person's groups have been read again", async () => {
  stubGroup([{ name: "Ferns" }]);
  const { reached, release } = pauseOp(listGroups);
  await renderApp(`#admin=${group.id}`);
  await reached;
  await expect.element(page.getByText("Loading Assistant Admin Interface...")).toBeVisible();
  expect(overviewRow("Ferns").elements()).toEqual([]);
  release();
  await expect.element(overviewRow("Ferns")).toBeVisible();
});

test("[A6.02] [C6.06] without its feature, the Assistant Admin Interface says that the person has no access, and no folder opens it", async () => {
  stubGroup([{ name: "Verbs", isPublished: true }]);
  stubOp(getFeatureFlags, createFlags({ ...groupFlags, assistantAdminInterface: false }));
  await renderApp("#admin=");
  await expect.element(adminInterface()).toMatchTextContent(/You don’t have access to the Assistant Admin Interface/);
  await adminButton("Close").click();
  await showAssistants();
  expect(await openAssistantMenu("Physics")).toEqual(["Hide"]);
});

test("the focus stays in the interface while an assistant that is opened by keyboard loads, and moves into its editor", async () => {
  stubGroup([{ name: "Lions" }, { name: "Zebras" }]);
  await renderAdmin(`#admin=${group.id}`);
  await expect.element(overviewRow("Lions")).toBeVisible();
  const strayed: string[] = [];
  const noteFocus = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement && !target.closest("[role='dialog']")) strayed.push(target.outerHTML);
  };
  document.addEventListener("focusin", noteFocus);
  for (const opener of [() => overviewRow("Lions"), () => adminTab("Zebras")]) {
    const paused = pauseOp(getAssistant);
    (opener().element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await paused.reached;
    await expect.element(adminInterface().getByText("Loading the assistant")).toBeInTheDocument();
    await waitForAdminFocus();
    paused.release();
    await expect.element(adminField("Assistant Name")).toHaveFocus();
  }
  document.removeEventListener("focusin", noteFocus);
  expect(strayed).toEqual([]);
});

test.each([
  [404, "This assistant no longer exists, or you no longer have access to it."],
  [400, "This assistant no longer exists, or you no longer have access to it."],
])(
  "a link to an assistant that the server answers with %i says so, and leads to those of the group",
  async (status, text) => {
    stubGroup([{ name: "Openings" }]);
    failOp(getAssistant, "POST /assistant/get failed", { status, code: status === 404 ? "notFound" : "badRequest" });
    await renderApp(`#admin=${group.id}&ast=gone`);
    await expect.element(adminInterface().getByText(text)).toBeVisible();
    expect(adminButton("Try again").elements()).toEqual([]);
    expect(adminInterface().getByText("/assistant/get").elements()).toEqual([]);
    await adminButton("Show all assistants").click();
    await expect.element(overviewRow("Openings")).toBeVisible();
  },
);

test("a link to an assistant that belongs elsewhere says so, and leads to those of the group", async () => {
  const { get } = stubGroup([{ name: "Openings" }, { name: "My own", group: null }]);
  await renderApp(`#admin=${group.id}&ast=${encodeURIComponent(get("My own").assistantId)}`);
  await expect.element(adminInterface().getByText("This assistant doesn’t belong to “Physics”.")).toBeVisible();
  await adminButton("Show all assistants").click();
  await expect.element(overviewRow("Openings")).toBeVisible();
});

test("Cancel, Esc and the close button ask before changes of an assistant are discarded", async () => {
  stubGroup([{ name: "Harmony" }, { name: "Rhythm" }]);
  await renderApp(`#admin=${group.id}`);
  const closings = [
    () => adminButton("Cancel").click(),
    () => adminButton("Close").click(),
    () => userEvent.keyboard("{Escape}"),
  ];
  for (const close of closings) {
    await overviewRow("Harmony").click();
    await adminField("Instructions").fill("In thirds");
    await close();
    await expect.element(page.getByText("Your changes to this assistant haven’t been saved.")).toBeVisible();
    await answerQuestion(/./, "Keep editing");
    await expect.element(adminField("Instructions")).toHaveValue("In thirds");
    await close();
    await answerQuestion(/./, "Discard changes");
    await expect.element(adminField("Instructions")).not.toBeInTheDocument();
    location.hash = `#admin=${group.id}`;
    await expect.element(overviewRow("Harmony")).toBeVisible();
    expect(adminInterface().element().textContent).not.toContain("Unsaved draft");
  }
});

test("a draft that was left is marked in the lists", async () => {
  stubGroup([{ name: "Harmony" }, { name: "Rhythm" }]);
  await renderApp(`#admin=${group.id}`);
  await overviewRow("Harmony").click();
  await adminField("Instructions").fill("In thirds");
  await adminTab("Rhythm").click();
  await expect.element(adminField("Instructions")).toHaveValue("");
  location.hash = `#admin=${group.id}`;
  const marked = overviewRows().filter({ hasText: "Unsaved draft" });
  await expect
    .poll(() => marked.elements().map(({ textContent }) => textContent))
    .toEqual([expect.stringMatching(/Harmony/)]);
  // The editor, which had the focus, is gone. The interface takes it a moment later.
  await waitForAdminFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(adminInterface()).not.toBeInTheDocument();
  await showAssistants();
  const row = assistantTree().getByRole("row").filter({ hasText: "Harmony" });
  await expect.element(row).toMatchTextContent(/Harmony.*Unsaved draft.*Unpublished/);
  await expect
    .element(assistantTree().getByRole("row").filter({ hasText: "Rhythm" }))
    .toMatchTextContent(/Rhythm.*Unpublished/);
  expect(boxOf(row.getByText("Harmony", { exact: true })).width / boxOf(row).width).toBeGreaterThan(0.5);
});

test("where there is no space beside the fields of an assistant, the links to its sections are above and lead to fields that are not below them", async () => {
  stubGroup([{ name: "Lenses" }]);
  await page.viewport(760, 800);
  await renderApp(`#admin=${group.id}`);
  await overviewRow("Lenses").click();
  const links = adminInterface().getByRole("navigation", { name: "Sections" });
  await expect.element(links).toBeVisible();
  const buttons = links.getByRole("button").all();
  expect(buttons.length).toBeGreaterThan(2);
  for (const link of buttons) {
    await link.click();
    const readTarget = () => document.querySelector("[data-draft-field]:focus-within");
    await expect
      .poll(() => (readTarget()?.getBoundingClientRect().top ?? -1) - boxOf(links).bottom)
      .toBeGreaterThanOrEqual(0);
  }
});

test("at 390 px, the button that creates an assistant says so, and stands apart from the choice of the group, which scrolls with the list; a new assistant says where it will be", async () => {
  const members = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [`m${index}@example.org`, "read" as const]),
  );
  stubGroups([{ ...group, members }]);
  stubAssistants([]);
  await page.viewport(...narrow);
  await renderApp(`#admin=${group.id}`);
  const label = adminInterface().getByText("Create Assistant", { exact: true });
  await expect.element(label).toBeVisible();
  expect(boxOf(label).width).toBeGreaterThan(80);
  const choice = adminInterface().getByRole("combobox", { name: "Group", exact: true });
  expect(boxOf(label).top).toBeGreaterThan(boxOf(choice).bottom);
  await adminTab("Group Management").click();
  const members390 = adminInterface().getByRole("heading", { name: "Members" });
  await expect.element(members390).toBeVisible();
  adminInterface().getByRole("button", { name: "Delete group" }).element().scrollIntoView({ block: "end" });
  await expect.poll(() => boxOf(label).top).toBeLessThan(0);
  await label.click();
  await expect.element(adminInterface().getByText("New assistant", { exact: true })).toBeVisible();
  await expect.element(getSelectField(adminInterface(), "For")).toHaveValue("Physics");
  expect(adminInterface().getByText("Physics", { exact: true }).elements()).toEqual([]);
  expect(label.elements()).toEqual([]);
});

test("the assistants of a group are listed once, and those that belong to it are tabs while one is edited", async () => {
  stubGroup([{ name: "Rocks" }, { name: "Maps" }, { name: "Compass", group: null, sharedWith: { [group.id]: "use" } }]);
  const tabs = adminInterface().getByRole("tablist", { name: "Assistants" }).getByRole("tab");
  await renderAdmin(`#admin=${group.id}`);
  for (const name of ["Rocks", "Maps", "Compass"]) await expect.element(overviewRow(name)).toBeVisible();
  expect(tabs.elements()).toEqual([]);
  const view = (name: string) => adminInterface().getByRole("tablist", { name: "View" }).getByRole("tab", { name });
  (view("Assistants").element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(view("Group Management")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(adminInterface().getByRole("heading", { name: "Members" })).toBeVisible();
  await expect.element(view("Group Management")).toHaveAttribute("aria-selected", "true");
  await userEvent.keyboard("{ArrowLeft}{Enter}");
  await overviewRow("Maps").click();
  await expect.poll(() => tabs.elements().length).toBe(2);
  await view("Group Management").click();
  await expect.element(adminInterface().getByRole("heading", { name: "Members" })).toBeVisible();
  expect(tabs.elements()).toEqual([]);
  await view("Assistants").click();
  await expect.element(overviewRow("Rocks")).toBeVisible();
});

test("at 390 px, the fields of an assistant have most of the screen: the choice of the group is a step back, which asks before changes are discarded, and the foot has two rows", async () => {
  stubGroup([{ name: "Rocks" }, { name: "Maps" }]);
  await page.viewport(...narrow);
  await renderApp(`#admin=${group.id}`);
  await expect.element(overviewRow("Rocks")).toBeVisible();
  const tabs = adminInterface().getByRole("tablist", { name: "Assistants" }).getByRole("tab");
  expect(tabs.elements()).toEqual([]);
  const tops = ["Assistants", "Group Management"].map(
    (name) => boxOf(adminInterface().getByRole("tablist", { name: "View" }).getByRole("tab", { name })).top,
  );
  expect(new Set(tops).size).toBe(1);
  await overviewRow("Rocks").click();
  await expect.poll(() => tabs.elements().length).toBe(2);
  const choice = adminInterface().getByRole("combobox", { name: "Group", exact: true });
  expect(choice.elements()).toEqual([]);
  for (const names of [
    [/ to check$/, /^Try it$/],
    [/^Save and publish$/, /^Save$/],
  ]) {
    const middles = names.map((name) => {
      const { top, height } = boxOf(adminForm().getByRole("button", { name }));
      return Math.round(top + height / 2);
    });
    expect(new Set(middles).size).toBe(1);
  }
  await adminField("Instructions").fill("Name the rock.");
  await adminButton("Show all assistants").click();
  await answerQuestion(/./, "Discard changes");
  await expect.element(overviewRow("Rocks")).toBeVisible();
  await expect.element(choice).toBeVisible();
});

/** The place of what is in the row of a label or a button. */
const middleOf = (locator: Locator) => {
  const { top, height } = boxOf(locator);
  return Math.round(top + height / 2);
};

test("above the fields of an assistant are two rows: the title with the group and its views, and the tabs of the assistants", async () => {
  stubGroup([{ name: "Rocks" }, { name: "Maps" }]);
  await page.viewport(1440, 900);
  await renderApp(`#admin=${group.id}`);
  await overviewRow("Rocks").click();
  await expect.element(adminField("Assistant Name")).toHaveFocus();
  const title = adminInterface().getByRole("heading", { name: "Assistant Admin Interface" });
  const choice = getSelectField(adminInterface(), "Group");
  const create = adminButton("Create Assistant");
  const inBar = [title, choice, adminTab("Group Management"), create, adminButton("Close").first()];
  await expect.poll(() => Math.max(...inBar.map(middleOf)) - Math.min(...inBar.map(middleOf))).toBeLessThanOrEqual(4);
  const tabs = boxOf(adminTab("Rocks"));
  expect(tabs.top).toBeGreaterThanOrEqual(boxOf(choice).bottom);
  // The links to the sections and the tools are beside the fields.
  const sections = adminInterface().getByRole("navigation", { name: "Sections" });
  const fields = boxOf(adminField("Description"));
  for (const part of [sections, adminButton("History"), adminButton("Delete")]) {
    expect(boxOf(part).top).toBeGreaterThan(tabs.bottom);
    expect(boxOf(part).right).toBeLessThan(boxOf(adminField("Icon")).left);
  }
  expect(boxOf(adminField("Assistant Name")).top - tabs.bottom).toBeLessThan(fields.height);
  // What follows the tabs is reached before the fields.
  const order = [choice, create, adminTab("Rocks"), sections, adminButton("Delete"), adminField("Icon")].map((each) =>
    each.element(),
  );
  for (const [index, element] of order.entries())
    expect(order[index + 1]?.compareDocumentPosition(element) ?? Node.DOCUMENT_POSITION_PRECEDING).toBe(
      Node.DOCUMENT_POSITION_PRECEDING,
    );
  await page.viewport(...narrow);
  const label = adminInterface().getByText("Assistant Name", { exact: true });
  for (const name of ["History", "Delete"])
    await expect.poll(() => Math.abs(middleOf(adminButton(name)) - middleOf(label))).toBeLessThanOrEqual(2);
  expect(boxOf(adminButton("Save")).bottom).toBeLessThanOrEqual(narrow[1]);
});

test("a new assistant is not offered to be tried before there is something to try, or to be created again", async () => {
  stubGroup([{ name: "Rocks" }]);
  await page.viewport(1440, 900);
  await renderApp(`#admin=${group.id}`);
  await adminButton("Create Assistant").click();
  await adminField("Assistant Name").fill("Maps");
  expect(adminButton("Create Assistant").elements()).toEqual([]);
  expect(adminButton("Try it").elements()).toEqual([]);
  const { left } = boxOf(adminButton("Cancel"));
  await adminField("Instructions").fill("North is up.");
  await expect.element(adminButton("Try it")).toBeVisible();
  expect(boxOf(adminButton("Cancel")).left).toBe(left);
});

test("[G2.11] a search among many assistants of a group ends when another group is chosen; the last choice creates a group", async () => {
  const duo = { id: "Duo_1", name: "Duo" };
  const choir = { id: "Choir_1", name: "Choir" };
  stubGroups([choir, duo]);
  const voices = Array.from({ length: 9 }, (_, index) => ({ name: `Voice ${index + 1}`, group: choir }));
  stubAssistants([...voices, { name: "Violin", group: duo }, { name: "Piano", group: duo }]);
  await renderApp(`#admin=${choir.id}`);
  await adminInterface().getByRole("searchbox", { name: "Search assistants" }).fill("Voice 7");
  await expect.element(overviewRow("Voice 6")).not.toBeInTheDocument();
  await expect.element(overviewRow("Voice 7")).toBeVisible();
  expect(await listChoices(adminInterface(), "Group")).toEqual(["Choir", "Duo", "+ Create New Group"]);
  await selectChoice(adminInterface(), "Group", "Duo");
  await expect.element(overviewRow("Violin")).toBeVisible();
  await expect.element(overviewRow("Piano")).toBeVisible();
});
