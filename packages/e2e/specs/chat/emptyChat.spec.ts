import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { attach, attachmentChips, textFile } from "../../support/pages/attachControls.ts";
import { sendButton, storageQuestion } from "../../support/pages/chatControls.ts";
import { composer, expectEventually, openWorkspace } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const tools = (page: Page) => page.getByRole("region", { name: "New chat" });
const starter = (page: Page, name: string) =>
  tools(page).getByRole("list", { name: "Ways to start" }).getByRole("button", { name });
test("on a phone, the model, the documents and the send button are wholly visible beside documents and a text, and what is offered gives way", async () => {
  const height = 664;
  const { page } = await fixture.openSignedIn({ viewport: { width: 390, height }, hasTouch: true });
  await openWorkspace(page, fixture.url);
  await storageQuestion(page).waitFor();
  await attach(page, ...["one", "two", "three", "four"].map((name) => textFile(`${name}.txt`)));
  await expectEventually(() => attachmentChips(page).count()).toBe(4);
  await starter(page, "Make a plan").waitFor({ state: "hidden" });
  await composer(page).fill("Compare them\nin detail");
  // Sending answers the question where chats are stored, so it stays until then.
  await storageQuestion(page).waitFor();
  const composerBox = await page.getByRole("form", { name: "Message" }).boundingBox();
  expect((composerBox?.y ?? 0) + (composerBox?.height ?? 0)).toBeLessThanOrEqual(height);
  const model = tools(page).getByRole("combobox", { name: "Model" });
  for (const element of [model, attachmentChips(page).first(), sendButton(page)])
    expect(await isWhollyVisible(element)).toBe(true);
});

/** True if the element lies within the window and nothing that scrolls cuts it. */
const isWhollyVisible = (element: Locator) =>
  element.evaluate(
    (node) =>
      new Promise<boolean>((resolve) => {
        const observer = new IntersectionObserver(([entry]) => {
          observer.disconnect();
          resolve((entry?.intersectionRatio ?? 0) > 0.99);
        });
        observer.observe(node);
      }),
  );
