import { expect } from "vitest";
import { type Locator, page } from "vitest/browser";
import { getPerson } from "./stubServer.ts";

export const composer = () => page.getByRole("textbox", { name: "Message", exact: true });
export const conversationList = () => page.getByRole("navigation", { name: "Chats" });
export const sidePanel = () => page.getByRole("complementary", { name: "Side panel" });
export const banner = () => page.getByRole("banner");
export const log = () => page.getByRole("log");
export const dialogNamed = (name: string) => page.getByRole("dialog", { name });

/** The button that opens a conversation. Its accessible name ends with the storage. */
export const conversationRow = (name: string) => conversationList().getByRole("button", { name: `${name} (` });

/** The button at the bottom of the side panel, which names the person. */
export const accountButton = () => sidePanel().getByRole("button", { name: getPerson().name });

/** The accessible name of the element that has the focus, if it has a label of its own. */
export const readFocusedLabel = (): string | null => document.activeElement?.getAttribute("aria-label") ?? null;

/** The box of an element in the page. */
export const boxOf = (locator: Locator): DOMRect => locator.element().getBoundingClientRect();

/** Polls until the expectation holds: long, because the machine may be slow and busy. */
export const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 10_000 });
