import { test } from "vitest";
import { openNewConversation, waitForAnswerEnd } from "../../support/pages/chatControls.ts";
import { ask, openWorkspace } from "../../support/pages/screen.ts";
import { ADMIN, adminEnvironment } from "../../support/servers/adminEnvironment.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

// A token that a model writes costs ten cents.
const fixture = createWorkspaceFixture({
  environment: { ...adminEnvironment, MODEL_PRICES: "scripted-large=0/100000, scripted-small=0/100000" },
});

test("an administrator finds what a chat has cost, by model and by person", async () => {
  const student = await fixture.openSignedIn({ email: "lena@example.org" });
  await openNewConversation(student.page, fixture.url);
  await ask(student.page, "Hello [[tokens: 50]]");
  await waitForAnswerEnd(student.page);

  const { page } = await fixture.openSignedIn({ email: ADMIN });
  await openWorkspace(page, fixture.url, "#page=admin&tab=usage");
  const usage = page.getByRole("region", { name: "Usage", exact: true });
  await usage.getByRole("table", { name: "Usage by Model" }).getByRole("button").first().click();
  const row = usage.getByRole("row", { name: /lena@example\.org/ });
  await row.getByText(/^\$[1-9]/).waitFor();
});
