import type { Locator, Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { checkAxe } from "../../support/checks/checkAxe.ts";
import { lastAnswer, openNewConversation } from "../../support/pages/chatControls.ts";
import { ask, expectEventually, expectVisible } from "../../support/pages/screen.ts";
import { createPackageFolder } from "../../support/python/createPackageFolder.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";
import { overrideFlags } from "../../support/servers/overrideFlags.ts";

const packages = createPackageFolder();
afterAll(() => packages.remove());
const fixture = createWorkspaceFixture({
  environment: { FEATURES: "pythonFunction", PYTHON_PACKAGES: packages.folder },
});

/** Opens an answer with these blocks of Python code. */
async function openBlocks(options: Parameters<typeof fixture.openSignedIn>[0], ...codes: readonly string[]) {
  const person = await fixture.openSignedIn(options);
  await openNewConversation(person.page, fixture.url);
  await showBlocks(person.page, ...codes);
  return person;
}

async function showBlocks(page: Page, ...codes: readonly string[]): Promise<void> {
  const answer = codes.map((code) => `\`\`\`python\n${code}\n\`\`\``).join("\n\n");
  fixture.workspace.models.script({ answer }, "scripted-large");
  await ask(page, "Show me");
}

const buttons = (page: Page, name: string) => lastAnswer(page).getByRole("button", { name, exact: true });
const output = (page: Page) => lastAnswer(page).getByRole("region", { name: "Output" });
const part = (page: Page, name: string): Locator => output(page).getByRole("region", { name, exact: true });

async function runAndRead(page: Page, index = 0): Promise<string | null> {
  await buttons(page, "Run").nth(index).click();
  await buttons(page, "Clear").nth(0).waitFor();
  return output(page).first().textContent();
}

test("[C2.56] a Python block runs in the browser: text, value, error, pictures and files, and the next block has its variables", async () => {
  const picture = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const { page } = await openBlocks(
    {},
    `import base64, sys\ndepth = 230\nprint("Loch", depth)\nprint("careful", file=sys.stderr)\nopen("dot.png", "wb").write(base64.b64decode("${picture}"))\nopen("lakes.csv", "w").write("name,depth")\ndepth * 2`,
    "def f():\n    return depth / 0\nf()",
  );
  await buttons(page, "Run").first().click();
  await expectVisible(part(page, "Printed text"), "Loch 230");
  await expectVisible(part(page, "Warnings"), "careful");
  await expectVisible(part(page, "Value"), "460");
  await expectEventually(() =>
    output(page)
      .getByRole("img", { name: "dot.png" })
      .evaluate((image: HTMLImageElement) => image.naturalWidth),
  ).toBe(1);
  const [download] = await Promise.all([page.waitForEvent("download"), buttons(page, "Download lakes.csv").click()]);
  expect(download.suggestedFilename()).toBe("lakes.csv");
  await checkAxe(page, "the output of code");
  await buttons(page, "Clear").click();
  await expectEventually(() => output(page).count()).toBe(0);

  await buttons(page, "Run").nth(1).click();
  const traceback = await part(page, "Error").textContent();
  expect(traceback).toMatch(/^Traceback \(most recent call last\):\n {2}File "<code 2>", line 3, in <module>\n/);
  expect(traceback?.match(/File .*/g)).toHaveLength(2);
  expect(traceback).toContain("ZeroDivisionError: division by zero");
});

test("an endless loop is stopped, and the next run has a new interpreter", async () => {
  const { page } = await openBlocks({}, 'left = 1\nprint("begun")\nwhile True:\n    pass', '"left" in globals()');
  await buttons(page, "Run").first().click();
  await expectVisible(part(page, "Printed text"), "begun");
  await buttons(page, "Stop").click();
  await output(page).getByText("Stopped.").waitFor();
  await expectVisible(part(page, "Printed text"), "begun");
  await buttons(page, "Clear").click();
  expect(await runAndRead(page, 1)).toContain("False");
});

test("a function of a block is saved, and later code imports it, even after it was replaced", async () => {
  const { page } = await openBlocks(
    {},
    "import os\nlimit = 1000\ndef deepest(lakes):\n    return min(max(lakes), limit)\nprint('called', deepest([1]))",
    "from my_functions import deepest\ndeepest([132, 230])",
    "def deepest(lakes):\n    return -max(lakes)",
    "import my_functions\nmy_functions.shallow",
  );
  await buttons(page, "Save function “deepest”").first().click();
  await expectVisible(page, "“deepest” was saved to your functions.");
  const text = await runAndRead(page, 1);
  expect(text).toContain("230");
  expect(text).not.toContain("called");
  await buttons(page, "Clear").click();
  await buttons(page, "Save function “deepest”").last().click();
  await expectVisible(page, "“deepest” was replaced in your functions.");
  expect(await runAndRead(page, 1)).toContain("-230");
  await buttons(page, "Clear").click();
  expect(await runAndRead(page, 3)).toContain("You have saved no function named 'shallow'.");
});

test("packages come from the server's folder and fit the lock file; others are not installed", async () => {
  const { page } = await openBlocks(
    { expectedProblems: /integrity|ponds/ },
    "import lakes\nlakes.depth()",
    "import ponds",
    "import numpy",
  );
  expect(await runAndRead(page)).toContain("230");
  await buttons(page, "Clear").click();
  expect(await runAndRead(page, 1)).toContain("ponds isn’t installed on this server");
  await buttons(page, "Clear").click();
  expect(await runAndRead(page, 2)).toContain("numpy isn’t installed on this server");
});

test("code reaches no server, no storage and no page", async () => {
  const { page } = await openBlocks({ expectedProblems: /./ }, buildAttack(fixture.url));
  const responses: string[] = [];
  page.context().on("response", (response) => responses.push(new URL(response.url()).pathname));
  const text = await runAndRead(page);
  expect(text).toContain("tried 18");
  expect(text).not.toContain("reached");
  expect(responses.filter((path) => path.includes("attack"))).toEqual([]);
});

test("without the feature, a Python block has no button to run it", async () => {
  const { page } = await fixture.openSignedIn();
  await overrideFlags(page, { pythonFunction: false });
  await openNewConversation(page, fixture.url);
  await showBlocks(page, "1 + 1");
  await buttons(page, "Copy code").waitFor();
  expect(await buttons(page, "Run").count()).toBe(0);
});

/** Tries what could leave the sandbox, and prints what succeeded. */
const buildAttack = (url: string) => `
import asyncio, js, urllib.request
from pyodide.code import run_js
from pyodide.ffi import to_js

own = "${url}/attack"
count = 0

async def attempt(name, work):
    global count
    count += 1
    try:
        result = work()
        if hasattr(result, "then"):
            result = await result
        print("reached", name, result)
    except Exception:
        pass

def load():
    request = js.XMLHttpRequest.new()
    request.open("GET", own, False)
    request.send()
    return request.status

def connect():
    socket = js.WebSocket.new(own.replace("http", "ws"))
    assert socket.readyState == 3, "not refused"
    raise OSError

def nest():
    source = f"fetch('{own}').catch(() => {{}}); try {{ importScripts('{own}') }} catch {{}}"
    js.Worker.new(js.URL.createObjectURL(js.Blob.new(to_js([source]))))
    raise OSError

await attempt("session", lambda: js.fetch("${url}/api/session"))
await attempt("server", lambda: js.fetch(own))
await attempt("static file", lambda: js.fetch("${url}/python/files.json"))
await attempt("foreign", lambda: js.fetch("https://attack.example/"))
await attempt("request", load)
await attempt("socket", connect)
await attempt("worker", nest)
await attempt("script", lambda: js.importScripts(own))
await attempt("data", lambda: js.importScripts("data:text/javascript,1"))
await attempt("eval", lambda: js.eval("1"))
await attempt("run_js", lambda: run_js("1"))
await attempt("parent", lambda: js.self.parent)
await attempt("document", lambda: js.document)
await attempt("database", lambda: js.indexedDB.open("x"))
await attempt("caches", lambda: js.caches.keys())
await attempt("cookies", lambda: js.cookieStore.getAll())
await attempt("files", lambda: js.navigator.storage.getDirectory())
await attempt("urllib", lambda: urllib.request.urlopen(own, timeout=1))
await asyncio.sleep(0.5)
print("tried", count)
`;
