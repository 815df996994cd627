import { createConversation } from "@lectern/contract";
import { expect, test } from "vitest";
import { localConversation, storeLocalConversations } from "../../support/browserStorage.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { conversationList, expectVisible, openWorkspace } from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

test("words inside messages are found in this browser and in the cloud, also on hidden branches, in the side panel", async () => {
  const { page, api, userId } = await fixture.openSignedIn();
  const cloud = [{ id: "q", role: "user" as const, content: "What does the Carnot bound say about herons?" }];
  await api.call(createConversation, { conversation: { id: "far", name: "Far away", messages: cloud } });
  await openWorkspace(page, fixture.url);
  const near = localConversation("near", "Near by");
  const other = {
    id: "other",
    parentId: "near-q",
    role: "assistant" as const,
    content: "Les HÉRONS de Carnot",
    data: {},
  };
  const many = Array.from({ length: 400 }, (_, index) => localConversation(`n${index}`, `Number ${index}`));
  await storeLocalConversations(page, userId, [{ ...near, messages: [...near.messages, other] }, ...many]);
  await page.reload();
  const search = page.getByRole("searchbox", { name: "Search conversations" });
  await search.fill("carnot herons");
  await conversationList(page)
    .getByRole("button", { name: /^Near by.*Les HÉRONS de Carnot/ })
    .waitFor();
  await conversationList(page)
    .getByRole("button", { name: /^Far away.*Carnot bound say about herons/ })
    .waitFor();
  expect(page.workers().some((worker) => worker.url().includes("searchWorker"))).toBe(true);

  await search.fill("answer");
  await search.fill("answer of number 399");
  await conversationList(page)
    .getByRole("button", { name: /^Number 399.*Answer of Number 399/ })
    .waitFor();
  expect(
    await conversationList(page)
      .getByRole("button", { name: /^Number 398/ })
      .count(),
  ).toBe(0);
  await expectVisible(page, "Start a new conversation.");
});
