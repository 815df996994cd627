import type { StatusEntry } from "@lectern/contract";
import { expect, test } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import { answers, lastAnswer, sendMessage, waitForAnswerEnd, waitForAnswerText } from "../../../testing/chatPage.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { eventually } from "../../../testing/screen.ts";
import { stubChat } from "../../../testing/stubChat.ts";

const icons = "bolt info assistant check aperture repeat api send clear settings share download".split(" ");

const createStatus = (id: string, changes: Partial<StatusEntry> = {}) => ({
  s: "meta",
  st: { id, summary: `Line ${id}`, message: "", type: "info", inProgress: true, ...changes },
});
const progress = (answer = lastAnswer()) => answer.getByRole("list", { name: "Progress" });
const cards = () => progress().getByRole("listitem");
const readTexts = (items: Locator) => items.elements().map(({ textContent }) => textContent);
const isAnimated = (card: Element) => card.querySelector("[data-animated]") !== null;

test("[C2.15] [C2.16] each status is a card with its icon, animated while in progress, and expands if it has details; statuses show while in progress or if they are sticky, each id once in its newest form", async () => {
  const chat = stubChat();
  await renderApp();
  await sendMessage("Show me what happens");
  await eventually(() => chat.answers.length).toBe(1);
  const [first] = chat.answers;
  first?.send(...icons.map((icon) => createStatus(icon, { icon })));
  first?.write("So far.");
  await eventually(() => cards().elements().length).toBe(icons.length);
  const drawings = cards()
    .elements()
    .map((card) => card.querySelector("svg")?.innerHTML);
  expect(new Set(drawings).size).toBe(icons.length);
  expect(cards().elements().map(isAnimated)).toEqual(icons.map(() => true));
  await expect.element(cards().getByRole("button")).not.toBeInTheDocument();

  const details = "Twelve documents were read, and three of them speak of it.";
  first?.send(createStatus("bolt", { summary: "Documents read", message: details, inProgress: false, sticky: true }));
  const detailsButton = progress().getByRole("button", { name: "Documents read" });
  await expect.element(detailsButton).toHaveAttribute("aria-expanded", "false");
  expect(isAnimated(cards().first().element())).toBe(false);
  await expect.element(page.getByText(details)).not.toBeVisible();
  await detailsButton.click();
  await expect.element(progress().getByText(details)).toBeVisible();
  await expect.element(detailsButton).toHaveAttribute("aria-expanded", "true");
  await userEvent.keyboard("{Enter}");
  await expect.element(detailsButton).toHaveAttribute("aria-expanded", "false");
  first?.end();
  await waitForAnswerEnd();

  await sendMessage("And again");
  await eventually(() => chat.answers.length).toBe(2);
  const second = chat.answers[1];
  second?.send(
    createStatus("search", { summary: "Searching" }),
    createStatus("silent", { inProgress: false }),
    createStatus("note", { summary: "A note", inProgress: false, sticky: true }),
  );
  second?.write("It is ");
  await eventually(() => readTexts(cards())).toEqual(["Searching", "A note"]);
  second?.send(
    createStatus("search", { summary: "Searching the second shelf" }),
    createStatus("note", { summary: "A note", sticky: true }),
  );
  await eventually(() => readTexts(cards())).toEqual(["Searching the second shelf", "A note"]);
  second?.send(createStatus("search", { inProgress: false }));
  second?.write("here.");
  await eventually(() => readTexts(cards())).toEqual(["A note"]);
  await expect.element(progress(answers().first()).getByText("Documents read")).toBeVisible();
  second?.end();
  await waitForAnswerEnd();

  const fragment = location.hash;
  await cleanup();
  await renderApp(fragment);
  await waitForAnswerText("It is here.");
  expect(readTexts(cards())).toEqual(["A note"]);
});
