import { expect, test } from "vitest";
import { expectEventually, openWorkspace } from "../../support/pages/screen.ts";
import { ADMIN, adminEnvironment } from "../../support/servers/adminEnvironment.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

// It ends the sessions of a person.
const fixture = createWorkspaceFixture({ environment: adminEnvironment });

test("an administrator signs a person out everywhere, whose open tab is ended, blocks them, and finds it in the audit log", async () => {
  const email = "mallory@example.org";
  const person = await fixture.openSignedIn({ email });
  await openWorkspace(person.page, fixture.url);
  const { page } = await fixture.openSignedIn({ email: ADMIN });
  await openWorkspace(page, fixture.url, "#page=admin&tab=people");
  const admin = page.getByRole("dialog", { name: "Admin Interface" });
  await admin.getByRole("searchbox", { name: "Search people" }).fill("MALLORY");
  const people = admin.getByRole("list", { name: "People" }).getByRole("button");
  await expectEventually(() => people.allInnerTexts()).toEqual(["Mallory"]);
  await people.click();
  const account = page.getByRole("dialog", { name: "Mallory", exact: true });
  await account.getByText("1 browser is signed in.").waitFor();

  await account.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out" }).click();
  await person.page.getByRole("link", { name: "Sign in with single sign-on" }).waitFor();
  await account.getByText("No browser is signed in.").waitFor();

  await account.getByRole("button", { name: "Block", exact: true }).click();
  await page
    .getByRole("dialog", { name: `Block ${email}` })
    .getByRole("button", { name: "Block", exact: true })
    .click();
  await account.getByRole("button", { name: "Unblock" }).waitFor();
  await account.getByRole("button", { name: "Show in the audit log" }).click();
  const entries = admin.getByRole("list", { name: "Entries of the audit log" }).getByRole("button");
  await expect
    .poll(() => entries.allInnerTexts())
    .toEqual([expect.stringContaining("Blocked"), expect.stringContaining("Signed out everywhere")]);
  await entries.first().click();
  await admin.getByText(/^Object ids: /).waitFor();
});
