import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { generateWords } from "../../../server/src/testing/modelServer/behaviour.ts";
import { branchOf, openStoredConversation } from "../../support/content/storedConversation.ts";
import { editBox } from "../../support/pages/messageControls.ts";
import { expectEventually, expectFocused, questions } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const lines = (count: number) => Array.from({ length: count }, (_, index) => `Line ${index + 1}`).join("\n");
const question = (page: Page) => questions(page).last();
const toggle = (page: Page, name: "Show more" | "Show less") => question(page).getByRole("button", { name });
const readHeight = async (page: Page) => (await question(page).boundingBox())?.height ?? 0;
const readTop = async (page: Page, name: "Show more" | "Show less") => (await toggle(page, name).boundingBox())?.y ?? 0;

test("a long message of the person shows its first lines and unfolds by keyboard; what is pressed to fold it again stays where it is; the editor has all of it", async () => {
  const person = await fixture.openSignedIn();
  const { page } = person;
  const messages = branchOf(["Much", generateWords(600), lines(60), generateWords(600)]);
  await openStoredConversation(person, fixture.url, "local", messages);
  await toggle(page, "Show more").waitFor();
  const foldedHeight = await readHeight(page);
  expect(foldedHeight).toBeLessThan(420);
  expect(await toggle(page, "Show more").getAttribute("aria-expanded")).toBe("false");

  await toggle(page, "Show more").focus();
  const textTop = (await question(page).boundingBox())?.y;
  await page.keyboard.press("Enter");
  await toggle(page, "Show less").waitFor();
  await expectFocused(toggle(page, "Show less"));
  expect(await toggle(page, "Show less").getAttribute("aria-expanded")).toBe("true");
  expect(await readHeight(page)).toBeGreaterThan(1_200);
  expect((await question(page).boundingBox())?.y).toBe(textTop);

  await toggle(page, "Show less").scrollIntoViewIfNeeded();
  const pressedTop = await readTop(page, "Show less");
  await page.keyboard.press("Enter");
  await expectEventually(async () => Math.abs((await readTop(page, "Show more")) - pressedTop) <= 1 || pressedTop).toBe(
    true,
  );
  expect(await readHeight(page)).toBe(foldedHeight);

  await question(page).hover();
  await question(page).getByRole("button", { name: "Edit the message" }).click();
  await expectEventually(() => editBox(page).inputValue()).toBe(lines(60));
});

test("a message that is hardly longer than the first lines is shown whole", async () => {
  const person = await fixture.openSignedIn();
  const { page } = person;
  await openStoredConversation(person, fixture.url, "local", branchOf([lines(15), "A short answer."]));
  await questions(page).getByText("Line 15").waitFor();
  expect(await toggle(page, "Show more").count()).toBe(0);
});

test("a message that was searched for is unfolded", async () => {
  const person = await fixture.openSignedIn();
  const { page } = person;
  await openStoredConversation(person, fixture.url, "local", branchOf([lines(60), "A short answer."]));
  await toggle(page, "Show more").waitFor();
  await page.evaluate(() => {
    location.hash = "#c=stored&m=m-0";
  });
  await toggle(page, "Show less").waitFor();
});
