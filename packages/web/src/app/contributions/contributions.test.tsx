import { type AssistantSummary, type Flags, flagNames } from "@lectern/contract";
import { MantineProvider } from "@mantine/core";
import type { ComponentType, ReactNode } from "react";
import { prerender } from "react-dom/static";
import { expect, onTestFinished, test, vi } from "vitest";
import { ChatSlotsContext, type EmptyChatProps, type SlotContribution } from "../../entities/chat/slots/chatSlots.ts";
import { hasAnyFlag } from "../../entities/flags/hasAnyFlag.ts";
import { settingsSectionFlags } from "../../entities/settings/settingsSection.ts";
import { type DialogContribution, type DialogProps, useDialogs } from "../../entities/shell/dialogs.ts";
import type { PaletteAction } from "../../entities/shell/palette.ts";
import type { PanelTabContribution } from "../../entities/shell/panels.ts";
import { matchShortcut, type ShortcutContribution } from "../../entities/shell/shortcuts.ts";
import { type Workspace, WorkspaceContext } from "../../entities/shell/workspace.ts";
import { EmptyConversation } from "../../features/chat/page/EmptyConversation.tsx";
import { toPaletteEntries } from "../../features/palette/toPaletteEntries.tsx";
import { lazy } from "../../lib/preload/lazy.ts";
import { FenceContributionsContext, type FenceProps } from "../../ui/markdown/fences/fenceContributions.ts";
import { Markdown } from "../../ui/markdown/Markdown.tsx";
import { DialogHost } from "../shell/DialogHost.tsx";
import { PageHost } from "../shell/PageHost.tsx";
import { SidePanel } from "../shell/SidePanel.tsx";
import { chatSlots } from "./chatSlots.ts";
import { detailPanels } from "./detailPanels.ts";
import { dialogs } from "./dialogs.ts";
import { overlays } from "./overlays.ts";
import { getPaletteActions } from "./paletteActions.ts";
import { panelTabs } from "./panelTabs.ts";
import { shortcuts } from "./shortcuts.ts";

/** Renders to HTML after all lazy components have been loaded. */
async function render(node: ReactNode): Promise<string> {
  const { prelude } = await prerender(<MantineProvider>{node}</MantineProvider>);
  return (await new Response(prelude).text()).replaceAll(/<!--.*?-->/g, "");
}

function toLazyComponent<Props>(Component: ComponentType<Props>) {
  return lazy(async () => ({ default: Component }));
}

const AlmanacPage = () => <h1>Almanac</h1>;
const AlmanacTab = () => <p>1843</p>;
const AlmanacFence = ({ code }: FenceProps) => <figure>{code}</figure>;
const AlmanacDialog = ({ isOpen, year }: DialogProps & { year: number }) => <p>{isOpen && `Almanac of ${year}`}</p>;
const NoIcon = () => null;
const hasAssistant = ({ assistant }: EmptyChatProps) => assistant !== null;

const workspace: Workspace = {
  user: { id: "u1", email: "ada@uni.example", name: "Ada", isAdmin: false },
  config: {
    productName: "Reading Room",
    chatEndpoint: "/chat",
    policyUrl: null,
    contactEmail: null,
    supportEmail: null,
    version: "1",
    uploadMaxBytes: 1_000,
    uploadExtensions: null,
    recognizesText: false,
    locksWhileAnswering: false,
    logoUrl: null,
    accentColor: null,
    helpUrl: null,
    conditions: null,
    banner: null,
    starters: [],
    defaultStorage: null,
    promptCostAlert: null,
  },
  conversationId: null,
  blockedReason: null,
  startConversation() {},
};

test("a page that is added to the list is shown", async () => {
  const pages = { almanac: { loadingLabel: "Loading almanac", Component: toLazyComponent(AlmanacPage) } };
  expect(await render(<PageHost pages={pages} id="almanac" />)).toContain("<h1>Almanac</h1>");
});

test("a dialog that is added to the list opens with its parameters", async () => {
  const almanac: DialogContribution<{ year: number }> = { Component: toLazyComponent(AlmanacDialog) };
  // The server renderer reads the store's initial state.
  const initialDialogs = useDialogs.getInitialState();
  const before = { ...initialDialogs };
  onTestFinished(() => void Object.assign(initialDialogs, before));
  const openedDialogs: typeof initialDialogs = {
    isOpen: true,
    dialog: { id: "almanac", params: { year: 1843 } },
    openCount: 1,
  };
  Object.assign(initialDialogs, openedDialogs);
  expect(await render(<DialogHost dialogs={{ ...dialogs, ...{ almanac } }} />)).toContain("Almanac of 1843");
});

test("while the download dialog loads, 'Preparing to Download...' covers the window", () => {
  expect(dialogs.download.loadingMessage).toBe("Preparing to Download...");
});

test("a tab that is added to a panel is listed beside the others; a single one needs no list", async () => {
  const almanac: PanelTabContribution = {
    id: "almanac",
    side: "right",
    label: "Almanac",
    subject: "The almanac",
    loadingLabel: "Loading almanac",
    Component: toLazyComponent(AlmanacTab),
  };
  const renderPanel = (tabs: readonly PanelTabContribution[]) =>
    render(
      <WorkspaceContext value={workspace}>
        <SidePanel side="right" tabs={tabs} title="" closeName="Close" onClose={() => {}} />
      </WorkspaceContext>,
    );
  const singleTabHtml = await renderPanel([almanac]);
  expect(singleTabHtml).toContain("<p>1843</p>");
  expect(singleTabHtml).not.toContain('role="tab"');
  const other = { ...almanac, id: "prompts", label: "Prompts" };
  const bothTabsHtml = await renderPanel([almanac, other]);
  expect(bothTabsHtml.match(/role="tab"/g)).toHaveLength(2);
  expect(bothTabsHtml).toContain("Almanac");
});

const almanacShortcut: ShortcutContribution = {
  id: "almanac",
  label: "Almanac",
  key: "a",
  mod: true,
  shift: true,
  run: () => {},
};

test("a shortcut that is added to the list is triggered by its keys, and its palette action shows them", () => {
  const press = { key: "A", ctrlKey: true, shiftKey: true, metaKey: false, altKey: false } as KeyboardEvent;
  expect(matchShortcut(press, shortcuts)).toBeNull();
  expect(matchShortcut(press, [...shortcuts, almanacShortcut])).toBe(almanacShortcut);
  const run = vi.fn();
  const action: PaletteAction = { id: "almanac", name: "Open the almanac", Icon: NoIcon, run };
  const [entry] = toPaletteEntries([action], [almanacShortcut], workspace);
  expect(entry).toMatchObject({ name: "Open the almanac", keys: ["Ctrl", "Shift", "A"] });
  entry?.run();
  expect(run).toHaveBeenCalledWith(workspace);
});

test("a palette action may depend on the workspace: it is shown, or blocked with a reason", () => {
  const action: PaletteAction = { id: "a", name: "A", Icon: NoIcon, run: () => {} };
  const hiddenAction = { ...action, isShown: () => false };
  const blockedAction = { ...action, opensConversation: true };
  const busyWorkspace = { ...workspace, blockedReason: "An answer is streaming" };
  expect(toPaletteEntries([hiddenAction], [], workspace)).toEqual([]);
  expect(toPaletteEntries([blockedAction], [], busyWorkspace)).toMatchObject([
    { blockedReason: "An answer is streaming" },
  ]);
  expect(toPaletteEntries([action], [], busyWorkspace)).toMatchObject([{ blockedReason: null }]);
});

test("the palette offers a section of the settings only to people to whom the settings show it", () => {
  const getFlags = (actionId: string) => getPaletteActions(true).find(({ id }) => id === actionId)?.flags;
  expect(getFlags("featureOptions")).toBe(settingsSectionFlags.featureOptions);
  expect(getFlags("conversationStorage")).toBe(settingsSectionFlags.storage);
  const noFlags = Object.fromEntries(flagNames.map((name) => [name, false])) as Flags;
  expect(hasAnyFlag(noFlags, settingsSectionFlags.featureOptions)).toBe(false);
  expect(hasAnyFlag({ ...noFlags, memory: true }, settingsSectionFlags.featureOptions)).toBe(true);
  expect(hasAnyFlag(noFlags, undefined)).toBe(true);
});

test("a component that is added to the fences shows the code blocks of its languages", async () => {
  const source = "```almanac\n1843\n```";
  const page = (
    <FenceContributionsContext value={[{ languages: ["almanac"], Component: toLazyComponent(AlmanacFence) }]}>
      <Markdown source={source} />
    </FenceContributionsContext>
  );
  expect(await render(page)).toContain("<figure>1843</figure>");
  expect(await render(<Markdown source={source} />)).not.toContain("<figure>");
});

test("a component that is added to a position of a conversation is shown in the order of the list, if it applies", async () => {
  const almanac: SlotContribution<EmptyChatProps> = { id: "almanac", Component: AlmanacTab };
  const intro = { id: "intro", appliesTo: hasAssistant, replacesTitle: true, Component: AlmanacPage };
  const slots = { ...chatSlots, emptyState: [almanac, intro, { id: "almanac2", Component: AlmanacTab }] };
  const renderEmpty = (assistant: AssistantSummary | null) =>
    render(
      <ChatSlotsContext value={slots}>
        <EmptyConversation conversationId="c1" assistant={assistant} />
      </ChatSlotsContext>,
    );
  const withoutAssistant = await renderEmpty(null);
  expect(withoutAssistant).toContain("Start a new conversation.");
  expect(withoutAssistant).not.toContain("<h1>");
  const withAssistant = await renderEmpty({} as AssistantSummary); // no component reads it
  expect(withAssistant).not.toContain("Start a new conversation.");
  expect(withAssistant).toContain("<p>1843</p><h1>Almanac</h1><p>1843</p>");
});

test("no two entries of a list have the same id, and no two shortcuts the same keys", () => {
  const { answerTextWrappers, messageActions, statusDetails, slashList, assistantList, ...others } = chatSlots;
  const positions = Object.values(others).filter((slot) => Array.isArray(slot));
  expect(positions.length).toBeGreaterThan(5);
  const lists: (readonly { id: string }[])[] = [
    ...[panelTabs, detailPanels, overlays, getPaletteActions(true), shortcuts],
    ...positions,
  ];
  for (const ids of lists.map((list) => list.map(({ id }) => id))) expect(new Set(ids).size).toBe(ids.length);
  const keys = shortcuts.map(({ key, mod, shift }) => `${mod} ${shift} ${key}`);
  expect(new Set(keys).size).toBe(keys.length);
});
