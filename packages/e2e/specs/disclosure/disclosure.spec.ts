import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { createSamplePdf, placePdfLines } from "../../../server/src/platform/documents/testing/samples.ts";
import { checkAxe, checkAxeInBothThemes } from "../../support/checks/checkAxe.ts";
import { openAccountMenu } from "../../support/pages/accountMenu.ts";
import { lastAnswer, openNewConversation } from "../../support/pages/chatControls.ts";
import { composer, expectEventually, expectVisible, openWorkspace } from "../../support/pages/screen.ts";
import { ADMIN } from "../../support/servers/adminEnvironment.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture({ environment: { ADMINS: ADMIN, FEATURES: "dataDisclosure" } });

const agreementScreen = (page: Page) => page.getByRole("dialog", { name: "Data Disclosure Agreement" });

function createAgreement(): Buffer {
  const title = { x: 72, y: 790, size: 22, text: "What we store" };
  const lines = Array.from(
    { length: 16 },
    (_, index) => `Rule ${index + 1}: what you write is stored at this institution.`,
  );
  const page = placePdfLines(lines, { y: 740, leading: 40 });
  return Buffer.from(createSamplePdf([[title, ...page], page]));
}

async function uploadAgreement(page: Page): Promise<void> {
  await openAccountMenu(page);
  await page.getByRole("menuitem", { name: "Admin Interface", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Admin Interface", exact: true });
  await dialog.getByRole("tab", { name: "Feature Data" }).click();
  await expectVisible(dialog, "No document yet. Nobody is asked.");
  await checkAxeInBothThemes(page, "the panel of the data disclosure");
  const file = { name: "Agreement.pdf", mimeType: "application/pdf", buffer: createAgreement() };
  await dialog.getByLabel("Data disclosure document").setInputFiles(file);
  await page.getByRole("button", { name: "Upload", exact: true }).click();
}

test("an administrator uploads an agreement; a member is asked in the middle of a question, reads and accepts it, and sends the question", async () => {
  const { page, email } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url, "local");
  await composer(page).pressSequentially("What is heat?");

  const { page: adminPage } = await fixture.openSignedIn({ email: ADMIN });
  await openWorkspace(adminPage, fixture.url);
  await uploadAgreement(adminPage);
  // The administrator has to accept it, too.
  await agreementScreen(adminPage).waitFor();

  const screen = agreementScreen(page);
  await screen.getByRole("heading", { name: "What we store" }).waitFor();
  await checkAxeInBothThemes(page, "the data disclosure agreement");
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await checkAxe(page, "the data disclosure agreement on a phone");
  const text = screen.getByRole("region", { name: "Agreement" });
  expect((await text.boundingBox())?.height).toBe(500);
  const download = page.waitForEvent("download");
  await screen.getByRole("link", { name: "Download the agreement (PDF)" }).click();
  expect((await download).suggestedFilename()).toMatch(/^Agreement_\d{4}-.*Z\.pdf$/);

  await screen.getByRole("textbox", { name: "Your email address" }).fill("SOMEBODY@example.org");
  await screen.getByRole("button", { name: "Accept" }).click();
  await expectVisible(screen, "The entered email does not match your account email.");
  await expectVisible(screen, "You must scroll to the bottom of the disclosure before accepting.");
  await text.focus();
  await page.keyboard.press("End");
  const readRest = () =>
    text.evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight);
  await expectEventually(readRest).toBeLessThan(2);
  await screen.getByRole("textbox", { name: "Your email address" }).fill(email.toUpperCase());
  await screen.getByRole("button", { name: "Accept" }).click();
  await screen.waitFor({ state: "detached" });
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectEventually(() => composer(page).textContent()).toBe("What is heat?");
  await composer(page).press("Enter");
  await expectEventually(() => lastAnswer(page).textContent()).toContain("What is heat?");
  await page.reload();
  await composer(page).waitFor();
}, 150_000);
