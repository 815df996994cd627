import { createAssistant } from "@lectern/contract";
import { test } from "vitest";
import { composer, expectFocused, openWorkspace } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

test("a touch and the keyboard show why the model cannot be changed; a touch elsewhere hides it", async () => {
  const { page, api } = await fixture.openSignedIn({ hasTouch: true });
  const { assistantId } = await api.call(createAssistant, { name: "Rivers", data: { model: "scripted-small" } });
  await openWorkspace(page, fixture.url, `#assistant=${encodeURIComponent(assistantId)}`);
  const model = page.getByRole("button", { name: "scripted-small" });
  const reason = page.getByRole("tooltip", { name: "The assistant “Rivers” chooses the model" });
  // The page gives the field the focus once, which would end what a touch has opened.
  await expectFocused(composer(page));
  // A button that is not available is tapped all the same, to find out why.
  await model.tap({ force: true });
  await reason.waitFor();
  await composer(page).tap();
  await reason.waitFor({ state: "detached" });
  await page.keyboard.press("Shift+Tab");
  for (let step = 0; step < 20 && !(await model.evaluate((element) => element.matches(":focus"))); step++)
    await page.keyboard.press("Shift+Tab");
  await reason.waitFor();
});
