import { test } from "vitest";
import { page } from "vitest/browser";
import { findLocalFile, putLocalFile } from "../../entities/codeInterpreter/localFiles.ts";
import { createConversation, storeLocalConversations } from "../../testing/conversations.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import { accountButton, dialogNamed, eventually } from "../../testing/screen.ts";
import { getPerson, stubRequests } from "../../testing/stubServer.ts";

/** Opens the dialog, ticks the box and signs out, which fails, because otherwise the page would be left. */
async function signOutWithBox(label: string): Promise<void> {
  stubRequests(({ url }) => (new URL(url).pathname === "/auth/signout" ? new Response(null, { status: 503 }) : null));
  await renderApp();
  await accountButton().click();
  await page.getByRole("menuitem", { name: /^Sign out/ }).click();
  const dialog = dialogNamed("Sign out");
  await dialog.getByRole("checkbox", { name: label }).click();
  await dialog.getByRole("button", { name: "Sign out" }).click();
}

const storeFile = (conversationId: string) =>
  putLocalFile(getPerson().id, {
    ...{ key: "local:1", conversationId, name: "plot.png" },
    content: new Blob(["x"]),
  });
const findFile = () => findLocalFile(getPerson().id, "local:1");

test("who removes their chats from this browser also removes the files that code has made", async () => {
  const conversation = createConversation();
  await storeLocalConversations(conversation);
  await storeFile(conversation.id);
  await signOutWithBox("Remove it from this browser");
  await eventually(findFile).toBe(null);
});

test("files of cloud chats that stay in this browser can be removed, too", async () => {
  await storeFile("in-the-cloud");
  await signOutWithBox("Remove the files from this browser");
  await eventually(findFile).toBe(null);
});
