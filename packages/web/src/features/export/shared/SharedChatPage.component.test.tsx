import { openShareLink } from "@lectern/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { formatDay } from "../../../entities/files/formatDay.ts";
import { navigate } from "../../../lib/fragment.ts";
import { createChat, readLocalConversations } from "../../../testing/chatList.ts";
import { createBranch, storeLocalConversations } from "../../../testing/conversations.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { composer, eventually, log } from "../../../testing/screen.ts";
import { failOp, listInputs, pauseOp, stubOp, stubSession } from "../../../testing/stubServer.ts";

const key = "6f9619ff-8b86-4d01-b42d-00c04fc964ff";
const address = `#shared=${key}`;
const sharedAt = "2026-11-20T09:30:00.000Z";
const button = (name: string) => page.getByRole("button", { name, exact: true });

/** The names of the person's chats with messages. */
const listOwnNames = async () =>
  (await readLocalConversations()).filter(({ messages }) => messages.length > 0).map(({ name }) => name);

/** Answers as a server on which Ada has shared a chat. */
function stubShared(): void {
  const [question, answer] = createBranch(["Where do herons wait?", "At the **quay** [1]."]);
  const source = { index: 1, content: "Herons wait at quays.", name: "herons.pdf", type: "application/pdf" };
  const sources = { rag: { sources: [{ ...source, key: null, contentKey: null, groupId: null, locations: [] }] } };
  const messages = [question, { ...answer, data: { ...answer?.data, state: { sources } } }];
  const history = [{ id: "shared-1", name: "Herons", folderId: null, messages, headId: "m-1" }];
  const item = JSON.stringify({ version: 4, history, folders: [], prompts: [] });
  stubOp(openShareLink, { item, sharedBy: "Ada Lovelace", sharedAt });
}

test("the page shows a shared chat with who shared it, without anything that changes it", async () => {
  stubShared();
  const loading = pauseOp(openShareLink);
  await renderApp(address);
  await loading.reached;
  await expect.element(page.getByText("Loading the shared chat")).toBeInTheDocument();
  loading.release();
  await expect.element(page.getByRole("heading", { level: 1, name: "Herons" })).toBeVisible();
  await expect.element(page.getByText(`Shared by Ada Lovelace on ${formatDay(sharedAt)}`)).toBeVisible();
  await expect.element(log().getByText("Where do herons wait?")).toBeVisible();
  expect(log().element().querySelector("strong")?.textContent).toBe("quay");
  await expect.element(log().getByRole("button", { name: /^Source 1,/ })).toBeVisible();
  await expect.element(log().getByRole("button", { name: "1 source" })).toBeVisible();
  await expect.element(composer()).not.toBeInTheDocument();
  const names = log()
    .getByRole("button")
    .elements()
    .map((element) => element.getAttribute("aria-label") ?? element.textContent);
  for (const forbidden of ["Edit the message", "Answer again", "Answer again with another model"])
    expect(names).not.toContain(forbidden);
  await log().getByRole("button", { name: "More actions for the answer" }).click();
  await expect.element(page.getByRole("menuitem", { name: "Download" })).toBeVisible();
  expect(
    page
      .getByRole("menuitem")
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(["Copy as rich text", "Show Markdown", "Download"]);
  expect(listInputs(openShareLink)).toEqual([{ key }]);
});

test("a shared chat is continued in the person's chats, once", async () => {
  stubShared();
  await renderApp(address);
  await expect.element(page.getByText("You get a copy. The shared chat stays as it is.")).toBeVisible();
  await button("Continue in my chats").click();
  await expect.element(composer()).toBeVisible();
  await expect.element(log().getByText("Where do herons wait?")).toBeVisible();
  expect(location.hash).toBe("#c=shared-1");
  expect(await listOwnNames()).toEqual(["Herons"]);
  navigate(address);
  await expect.element(page.getByText("You have this chat already.")).toBeVisible();
  await button("Continue in my chats").click();
  await eventually(() => location.hash).toBe("#c=shared-1");
  expect(await listOwnNames()).toEqual(["Herons"]);
});

test("a copy that lacks messages of the shared chat stays as it is and can be opened, and the newer version is continued as a new copy, once", async () => {
  stubShared();
  await storeLocalConversations(createChat("shared-1", "Herons, continued"));
  await renderApp(address);
  const hint = page.getByText("You have this chat already, but this version has other messages.");
  await expect.element(hint).toBeVisible();
  await expect.element(button("Continue in my chats")).not.toBeInTheDocument();
  await button("Open the copy I have").click();
  await expect.element(log().getByText("Answer of Herons, continued", { exact: true })).toBeVisible();
  navigate(address);
  await button("Continue as a new copy").click();
  await expect.element(composer()).toBeVisible();
  await expect.element(log().getByText("Where do herons wait?")).toBeVisible();
  const copyAddress = location.hash;
  expect(copyAddress).not.toBe("#c=shared-1");
  expect(new Set(await listOwnNames())).toEqual(new Set(["Herons (copy)", "Herons, continued"]));
  const stored = (await readLocalConversations()).find(({ name }) => name === "Herons (copy)");
  expect(stored?.messages.map(({ id }) => id)).not.toContain("m-0");
  navigate(address);
  await expect.element(page.getByText("You have this chat already.", { exact: true })).toBeVisible();
  await button("Continue in my chats").click();
  await eventually(() => location.hash).toBe(copyAddress);
  expect(await listOwnNames()).toHaveLength(2);
});

test("[A8.26] a link that has been withdrawn, has expired or never was says so", async () => {
  failOp(openShareLink, "Not found.", { status: 404, code: "notFound" });
  await renderApp(address);
  const sentence = "Unable to find shared item. It may have been deleted.";
  await expect.element(page.getByText(sentence, { exact: true })).toBeVisible();
  await expect.element(button("Try again")).not.toBeInTheDocument();
  await button("Go to my chats").click();
  await expect.element(composer()).toBeVisible();
});

test("the page says that links are turned off, and what failed for another reason can be loaded again", async () => {
  failOp(openShareLink, "Links to chats are turned off here.", { status: 403, code: "forbidden" });
  await renderApp(address);
  await expect.element(page.getByText("Links to chats are turned off here.")).toBeVisible();
  failOp(openShareLink, "The server is busy.", { status: 429, code: "rateLimited" });
  navigate("#shared=00000000-0000-4000-8000-000000000000");
  await expect.element(page.getByText("The server is busy.")).toBeVisible();
  stubShared();
  await button("Try again").click();
  await expect.element(page.getByRole("heading", { level: 1, name: "Herons" })).toBeVisible();
});

test("who is not signed in gets the sign-in screen, and the address stays for afterwards", async () => {
  stubShared();
  stubSession({ user: null, accessToken: null, expiresAt: null });
  await renderApp(address);
  await expect.element(page.getByRole("link", { name: "Sign in with single sign-on" })).toBeVisible();
  expect(listInputs(openShareLink)).toEqual([]);
  expect(location.hash).toBe(address);
});

test("without a network the page says so", async () => {
  failOp(openShareLink, "", { status: null });
  await renderApp(address);
  await expect.element(page.getByText("Couldn’t load the shared chat")).toBeVisible();
  stubShared();
  await button("Try again").click();
  await expect.element(page.getByRole("heading", { level: 1, name: "Herons" })).toBeVisible();
});
