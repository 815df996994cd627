import { expect, test } from "vitest";
import {
  answers,
  composer,
  expectEventually,
  expectVisible,
  readConversationNames,
  sidePanel,
  waitUntilSendable,
} from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

test("signing in, asking, stopping, starting a new chat, renaming and deleting work by keyboard alone", async () => {
  const { page } = await fixture.openSignedOut();
  const { models } = fixture.workspace;
  const { keyboard } = page;
  const press = async (...keys: string[]) => {
    for (const key of keys) await keyboard.press(key);
  };
  /** Presses Tab until the wanted control has the focus. */
  const tabTo = async (role: string, name: RegExp, key = "Tab") => {
    const countFocused = () =>
      page
        .getByRole(role as "button", { name }) // `getByRole` accepts any role; the cast is only for the type.
        .and(page.locator(":focus"))
        .count();
    for (let step = 0; step < 60 && (await countFocused()) === 0; step++) await press(key);
    expect(await countFocused(), `Tab reaches ${role} ${name}`).toBe(1);
  };
  const focusIsIn = (selector: string) =>
    expectEventually(() => page.evaluate((wanted) => document.activeElement?.closest(wanted) !== null, selector)).toBe(
      true,
    );

  await page.goto(fixture.url);
  await page.getByRole("link", { name: "Sign in with single sign-on" }).waitFor();
  await tabTo("link", /Sign in with single sign-on/);
  await press("Enter");
  await page.getByRole("textbox", { name: "Email" }).waitFor();
  // The field already has the focus.
  await keyboard.type("keyboard@example.org");
  await press("Enter");

  await composer(page).waitFor();
  await focusIsIn("textarea");
  models.script({ answer: "One two three four five six seven", hangAfter: 3 }, "scripted-large");
  await keyboard.type("Count for me");
  await waitUntilSendable(page);
  await press("Enter");
  await expectEventually(() => answers(page).last().textContent()).toContain("One two");
  await tabTo("button", /Stop Generating/);
  await press("Enter");
  await expectVisible(answers(page).last(), "Stopped");
  // The focused button was removed, so the field has the focus again.
  await focusIsIn("textarea");
  await keyboard.type("Go on");
  await press("Enter");
  await expectEventually(() => answers(page).count()).toBe(2);
  await expectEventually(() => answers(page).last().getAttribute("aria-busy")).toBe("false");
  const name = "A scripted title"; // arrives a moment after the answer
  await expectEventually(() => readConversationNames(page)).toEqual([name]);
  await tabTo("button", /^New chat/, "Shift+Tab");
  await press("Enter");
  await expectVisible(page, "Start a new conversation.");
  await focusIsIn("textarea");

  await tabTo("button", new RegExp(`^${name} \\(`), "Shift+Tab");
  await press("F2");
  await keyboard.type("Named by keyboard");
  await press("Enter");
  await expectEventually(() => readConversationNames(page)).toEqual(["Named by keyboard"]);
  await focusIsIn("[data-row]");

  await press("Delete");
  const dialog = page.getByRole("alertdialog", { name: "Delete chat" });
  await dialog.waitFor();
  await focusIsIn("[role=alertdialog]");
  await press("Escape");
  await dialog.waitFor({ state: "detached" });
  await expectEventually(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  await tabTo("button", /^Actions for Named by keyboard/);
  await press("Enter");
  await page.getByRole("menuitem", { name: "Delete" }).waitFor();
  await focusIsIn("[role=menu]");
  await press("End", "Enter");
  await dialog.waitFor();
  await focusIsIn("[role=alertdialog]");
  for (let step = 0; step < 4; step++) {
    if ((await dialog.getByRole("button", { name: "Delete" }).and(page.locator(":focus")).count()) === 1) break;
    await press("Tab");
  }
  await press("Enter");
  await expectVisible(sidePanel(page), "No data.");
  await expectVisible(page, "Start a new conversation.");
});
