import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/createTestApp.ts";

let webRoot: string;
let server: TestApp;
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), "lectern-web-"));
  const files = ["index.html", "assets/app-1.js", "drawing/index.html", "drawing/assets/frame-1.js"];
  for (const folder of ["assets", "drawing/assets"]) await mkdir(join(webRoot, folder), { recursive: true });
  for (const file of files) await writeFile(join(webRoot, file), `The content of ${file}`);
  server = await createTestApp({ webRoot });
});
afterAll(async () => {
  await server?.close();
  await rm(webRoot, { recursive: true, force: true });
});

const readHeaders = async (url: string) => (await server.app.inject({ url })).headers;

test("only our own page may embed the page of the frame that draws, which may load only our scripts", async () => {
  const headers = await readHeaders("/drawing.html");
  const policy = String(headers["content-security-policy"]);
  expect(policy).toContain("sandbox allow-scripts");
  expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe|https?:|\*/);
  for (const directive of ["default-src 'none'", "frame-ancestors 'self'", "form-action 'none'", "base-uri 'none'"])
    expect(policy).toContain(directive);
  expect(headers["x-frame-options"]).toBe("SAMEORIGIN");
  const home = await readHeaders("/");
  expect(home["content-security-policy"]).toMatch(/frame-src 'self';.*frame-ancestors 'none'/);
  expect(home["access-control-allow-origin"]).toBeUndefined();
  // It sees when the window of a provider closes that it has opened; who opens it itself does not reach it.
  expect(home["cross-origin-opener-policy"]).toBe("same-origin-allow-popups");
  expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
});

test("the frame's files may be loaded from its opaque origin, the app's own not", async () => {
  expect(await readHeaders("/drawing/assets/frame-1.js")).toMatchObject({
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
  });
  const own = await readHeaders("/assets/app-1.js");
  expect(own["cache-control"]).toContain("immutable");
  expect(own["access-control-allow-origin"]).toBeUndefined();
});
