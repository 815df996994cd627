import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { registerPythonPage } from "./pythonPage.ts";

async function openPage(script: string) {
  const webRoot = await mkdtemp(join(tmpdir(), "lectern-python-"));
  await mkdir(join(webRoot, "python"));
  await writeFile(join(webRoot, "python/frame.js"), script);
  const app = Fastify();
  try {
    await registerPythonPage(app, webRoot);
    return await app.inject({ url: "/python.html" });
  } finally {
    await app.close();
    await rm(webRoot, { recursive: true });
  }
}

test("only our own page may embed the page that runs Python, which may load nothing and evaluate no text", async () => {
  const { headers, body } = await openPage("run();");
  const policy = String(headers["content-security-policy"]);
  const hash = createHash("sha256").update("run();").digest("base64");
  expect(body).toContain('<script type="module">run();</script>');
  expect(policy).toContain(`default-src 'none'; script-src 'sha256-${hash}' blob: 'wasm-unsafe-eval';`);
  expect(policy).toMatch(/; sandbox allow-scripts$/);
  expect(policy).not.toMatch(/'unsafe-|'self'(?!;)|https?:|\*|connect-src|allow-same-origin/);
  for (const directive of ["frame-ancestors 'self'", "form-action 'none'", "base-uri 'none'", "worker-src blob:"])
    expect(policy).toContain(directive);
  expect(headers).toMatchObject({ "x-frame-options": "SAMEORIGIN", "connection-allowlist": "()" });
});

test("a script that would end its element is refused", async () => {
  await expect(openPage('"</script>"')).rejects.toThrow("frame.js");
});
