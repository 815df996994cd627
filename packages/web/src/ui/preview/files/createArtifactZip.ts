import { strToU8, zipSync } from "fflate";
import { usesTailwind } from "../compile/libraryNames.ts";
import { findEntry } from "./findEntry.ts";
import type { ArtifactFile } from "./parseArtifactFiles.ts";

/**
 * Creates a zip file with a project that `npm install` and `npm start` run: of an artifact of the type `react`, `vue`,
 * `vanilla` or `static`. Of other types it contains only the files.
 */
export function createArtifactZip(type: string, files: readonly ArtifactFile[], name: string): Blob {
  const entries = createProject(type, files, name).map(({ path, code }) => [path, strToU8(code)] as const);
  return new Blob([zipSync(Object.fromEntries(entries))], { type: "application/zip" });
}

/** Returns the files of the project. Exported for its tests. */
export function createProject(type: string, files: readonly ArtifactFile[], name: string): ArtifactFile[] {
  const entry = findEntry(files, type);
  if (!entry || !["react", "vue", "vanilla", "static"].includes(type)) return [...files];
  const hasPage = entry.kind === "html";
  const isTailwind = !hasPage && files.some(({ code }) => usesTailwind(code));
  const own = hasPage ? [...files] : files.map(({ path, code }) => ({ path: toSourcePath(path), code }));
  const added = [
    { path: "package.json", code: createPackage(type, own, name, isTailwind) },
    { path: "vite.config.js", code: createViteConfig(type, isTailwind) },
    ...(hasPage ? [] : createStart(type, { ...entry, path: toSourcePath(entry.path) }, own, name, isTailwind)),
  ];
  // What the artifact brings along is kept.
  const paths = new Set(own.map(({ path }) => path));
  return [...own, ...added.filter(({ path }) => !paths.has(path))];
}

const toSourcePath = (path: string) =>
  /^(?:src|public)\//.test(path) ||
  /^(?:package\.json|[\w.]+\.config\.\w+|tsconfig[\w.]*\.json|README\.md)$/i.test(path)
    ? path
    : `src/${path}`;

/** The page, and the script that mounts the component. */
function createStart(
  type: string,
  entry: { path: string; kind: string },
  files: readonly ArtifactFile[],
  name: string,
  isTailwind: boolean,
): ArtifactFile[] {
  const styles = files.filter(({ path }) => path.endsWith(".css")).map(({ path }) => path);
  const imports = [
    ...(isTailwind ? [`import "./tailwind.css";`] : []),
    ...styles.filter((path) => !isImported(path, files)).map((path) => `import ${JSON.stringify(toRelative(path))};`),
  ];
  const start =
    entry.kind === "mount" ? createMount(type, entry.path) : `import ${JSON.stringify(toRelative(entry.path))};\n`;
  const script = `src/start.${type === "react" ? "jsx" : "js"}`;
  return [
    { path: "index.html", code: createPage(script, name) },
    { path: script, code: `${imports.map((line) => `${line}\n`).join("")}${entry.path.endsWith(".css") ? "" : start}` },
    ...(isTailwind ? [{ path: "src/tailwind.css", code: '@import "tailwindcss";\n' }] : []),
  ];
}

const toRelative = (path: string) => (path.startsWith("src/") ? `./${path.slice(4)}` : `../${path}`);

function isImported(path: string, files: readonly ArtifactFile[]): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return files.some((file) => file.path !== path && file.code.includes(name));
}

const createPage = (script: string, name: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${name.replaceAll(/[&<]/g, (mark) => (mark === "&" ? "&amp;" : "&lt;"))}</title>
  </head>
  <body>
    <div id="root"></div>
    <div id="app"></div>
    <script type="module" src="/${script}"></script>
  </body>
</html>
`;

function createMount(type: string, path: string): string {
  const file = JSON.stringify(toRelative(path));
  if (type === "vue") {
    return `import { createApp } from "vue";\nimport App from ${file};\n\ncreateApp(App).mount("#app");\n`;
  }
  return `import { createElement } from "react";
import { createRoot } from "react-dom/client";
import * as artifact from ${file};

const App = artifact.default ?? Object.values(artifact).find((value) => typeof value === "function");
createRoot(document.getElementById("root")).render(createElement(App));
`;
}

function createViteConfig(type: string, isTailwind: boolean): string {
  const plugins = [
    ...(type === "react" || type === "vue" ? [{ name: type, from: `@vitejs/plugin-${type}` }] : []),
    ...(isTailwind ? [{ name: "tailwindcss", from: "@tailwindcss/vite" }] : []),
  ];
  const imports = plugins.map(({ name, from }) => `import ${name} from "${from}";\n`).join("");
  const calls = plugins.map(({ name }) => `${name}()`).join(", ");
  return `import { defineConfig } from "vite";\n${imports}\nexport default defineConfig({ plugins: [${calls}] });\n`;
}

const versions: Readonly<Record<string, string>> = {
  react: "^19.0.0",
  "react-dom": "^19.0.0",
  vue: "^3.5.0",
  d3: "^7.9.0",
  recharts: "^3.0.0",
  "lucide-react": "^1.0.0",
};

function createPackage(type: string, files: readonly ArtifactFile[], name: string, isTailwind: boolean): string {
  const packages = [
    ...(type === "react" ? ["react", "react-dom"] : type === "vue" ? ["vue"] : []),
    ...listPackages(files),
  ];
  const dependencies = Object.fromEntries(
    [...new Set(packages)].sort((a, b) => a.localeCompare(b)).map((used) => [used, versions[used] ?? "latest"]),
  );
  const devDependencies = {
    ...(type === "react" || type === "vue" ? { [`@vitejs/plugin-${type}`]: "^6.0.0" } : {}),
    ...(isTailwind ? { "@tailwindcss/vite": "^4.0.0", tailwindcss: "^4.0.0" } : {}),
    vite: "^8.0.0",
  };
  const scripts = { start: "vite --open", build: "vite build" };
  const content = {
    name: toPackageName(name),
    private: true,
    version: "1.0.0",
    type: "module",
    scripts,
    dependencies,
    devDependencies,
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

const toPackageName = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 100) || "artifact";

/** Returns the packages that the files import. */
function listPackages(files: readonly ArtifactFile[]): string[] {
  const scripts = files.filter(({ path }) => /\.(?:[cm]?[jt]sx?|vue)$/.test(path));
  return scripts
    .flatMap(({ code }) => [
      ...code.matchAll(/\b(?:from|import)\s*\(?\s*["']((?:@[\w.-]+\/)?[a-z][\w.-]*)(?:\/[^"']*)?["']/g),
    ])
    .map(([, specifier = ""]) => specifier)
    .filter((specifier) => specifier !== "" && specifier !== "src" && !specifier.startsWith("node:"));
}
