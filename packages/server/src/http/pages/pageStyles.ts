import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";

export const pageStylesPath = "/auth/page.css";

/** Serves the stylesheet of the server's own pages, with the font of the web app in the folder `webRoot`. */
export async function registerPageStyles(app: FastifyInstance, webRoot: string): Promise<void> {
  const styles = (await buildFontFace(webRoot)) + stylesheet;
  app.get(pageStylesPath, async (_request, reply) =>
    reply.type("text/css; charset=utf-8").header("cache-control", "public, max-age=3600").send(styles),
  );
}

/** Returns the rule that loads the web app's font; without a built web app, the pages have a font of the system. */
async function buildFontFace(webRoot: string): Promise<string> {
  const assetNames = await readdir(join(webRoot, "assets")).catch((): string[] => []);
  const fontName = assetNames.find((name) => /^inter-latin-wght-normal-[\w-]+\.woff2$/.test(name));
  if (fontName === undefined) return "";
  return `
@font-face {
  font-family: Inter;
  font-weight: 100 900;
  font-display: swap;
  src: url("/assets/${fontName}") format("woff2");
}`;
}

const stylesheet = `
:root {
  color-scheme: dark;
  --ground: #14161a;
  --raised: #1b1e24;
  --border: #2a2e37;
  --edge: #5f6978;
  --text: #e6e8ec;
  --dim: #9aa3b2;
  --accent: #58b1d1;
  --button: #1a6c91;
  --button-hover: #145a7a;
  --danger: #ff8f8f;
  --warning: #f0b429;
  --warning-soft: rgb(240 180 41 / 11%);
  --shadow: 0 12px 40px rgb(0 0 0 / 35%);
}
:root[data-mantine-color-scheme="light"] {
  color-scheme: light;
  --ground: #ffffff;
  --raised: #f6f7f9;
  --border: #e3e6eb;
  --edge: #858e9c;
  --text: #1a1d23;
  --dim: #5b6472;
  --accent: #1a6c91;
  --danger: #b42626;
  --warning: #8a5a00;
  --warning-soft: rgb(224 150 0 / 12%);
  --shadow: 0 12px 40px rgb(20 22 26 / 10%);
}
*, *::before, *::after { box-sizing: border-box; }
html { height: 100%; background: var(--ground); -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  min-height: 100%;
  margin: 0;
  display: grid;
  place-items: center;
  padding: 24px 16px;
  background: var(--ground);
  color: var(--text);
  font: 15px/1.55 Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
main { width: 100%; max-width: 400px; }
.product { display: flex; align-items: center; justify-content: center; gap: 12px; margin: 0 0 24px; font-size: 19px; font-weight: 600; overflow-wrap: anywhere; }
.product svg { flex: none; }
.card { padding: 32px; background: var(--raised); border: 1px solid var(--border); border-radius: 16px; box-shadow: var(--shadow); }
h1 { margin: 0 0 8px; font-size: 22px; line-height: 1.3; font-weight: 600; letter-spacing: -0.01em; overflow-wrap: anywhere; }
p { margin: 0; }
.lead { color: var(--dim); }
form { display: grid; gap: 8px; margin-top: 24px; }
label { font-size: 14px; font-weight: 600; }
input {
  width: 100%;
  min-height: 44px;
  padding: 8px 12px;
  font: inherit;
  font-size: 16px;
  color: var(--text);
  background: var(--ground);
  border: 1px solid var(--edge);
  border-radius: 8px;
}
input::placeholder { color: var(--dim); opacity: 1; }
input[aria-invalid="true"] { border-color: var(--danger); }
.problem { color: var(--danger); font-size: 14px; }
.button {
  display: inline-flex;
  align-items: center;
  justify-content: center;
  min-height: 44px;
  padding: 8px 20px;
  font: inherit;
  font-weight: 600;
  color: #ffffff;
  background: var(--button);
  border: 0;
  border-radius: 8px;
  text-decoration: none;
  cursor: pointer;
  transition: background-color 140ms ease-out;
}
.button:hover { background: var(--button-hover); }
form .button { width: 100%; margin-top: 8px; }
p:not(.problem) + .button { margin-top: 24px; }
.note { margin-top: 24px; padding: 12px 16px; font-size: 13px; color: var(--text); background: var(--warning-soft); border-left: 3px solid var(--warning); border-radius: 6px; }
.note strong { display: block; }
.id { margin-top: 24px; font-size: 12px; color: var(--dim); overflow-wrap: anywhere; }
code { font: 12px/1.5 ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, monospace; user-select: all; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (max-width: 440px) {
  .card { padding: 24px 20px; }
}
@media (prefers-reduced-motion: reduce) {
  * { transition: none !important; }
}
`;
