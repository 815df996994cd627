import { createAssistant } from "@lectern/contract";
import { expect, test } from "vitest";
import { buildLocalConversation, openWorkspaceWith } from "../../support/browserStorage.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { composer, expectFocused, openWorkspace, sidePanel } from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

test("the name of a button appears while the pointer rests on it, beside it and inside the window, until Esc is pressed or the pointer leaves", async () => {
  const { page } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  const button = sidePanel(page).getByRole("button", { name: "New folder" });
  const tooltip = page.getByRole("tooltip", { name: "New folder" });
  await button.hover();
  await tooltip.waitFor();
  const [buttonBox, box] = [await button.boundingBox(), await tooltip.boundingBox()];
  if (!buttonBox || !box) throw new Error("not visible");
  const buttonMiddle = buttonBox.x + buttonBox.width / 2;
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x).toBeLessThan(buttonMiddle);
  expect(box.x + box.width).toBeGreaterThan(buttonMiddle);
  expect(
    Math.min(Math.abs(box.y - buttonBox.y - buttonBox.height), Math.abs(buttonBox.y - box.y - box.height)),
  ).toBeLessThan(12);
  await page.keyboard.press("Escape");
  await tooltip.waitFor({ state: "detached" });
  await composer(page).hover();
  await button.hover();
  await tooltip.waitFor();
  await composer(page).hover();
  await tooltip.waitFor({ state: "detached" });
});

test("without the code for tooltips the buttons work; the next time the pointer comes, it is loaded again", async () => {
  const { page } = await fixture.openSignedIn();
  const pattern = "**/assets/TooltipBubble-*.js";
  await page.route(pattern, (route) => route.abort());
  await openWorkspace(page, fixture.url);
  const button = sidePanel(page).getByRole("button", { name: "New folder" });
  const isBubble = (request: { url: () => string }) => request.url().includes("TooltipBubble");
  await Promise.all([page.waitForEvent("requestfailed", { predicate: isBubble }), button.hover()]);
  await button.click();
  await page.getByRole("dialog", { name: "New folder" }).waitFor();
  await page.keyboard.press("Escape");
  await page.unroute(pattern);
  await composer(page).hover();
  await button.hover();
  await page.getByRole("tooltip", { name: "New folder" }).waitFor();
});

test("the tooltip of a button below a message closes when the button opens something", async () => {
  const person = await fixture.openSignedIn();
  const { page } = person;
  await openWorkspaceWith(person, fixture.url, [buildLocalConversation("one", "Tides")], "#c=one");
  for (const [name, tooltipName, opened] of [
    ["More actions for the answer", "More actions", page.getByRole("menu")],
    ["Try another model", "Try another model", page.getByRole("listbox", { name: "Models" })],
  ] as const) {
    const button = page.getByRole("log").getByRole("button", { name, exact: true }).last();
    const tooltip = page.getByRole("tooltip", { name: tooltipName, exact: true });
    await button.hover();
    await tooltip.waitFor();
    expect(await button.getAttribute("title")).toBeNull();
    await button.click();
    await opened.waitFor();
    await tooltip.waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await opened.waitFor({ state: "detached" });
    await composer(page).hover();
  }
});

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
