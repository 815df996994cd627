import type { ArtifactFile } from "./parseArtifactFiles.ts";

/** The file with which an artifact starts. `mount`: it exports a component, which has to be mounted. */
export interface ArtifactEntry {
  path: string;
  kind: "html" | "script" | "mount";
}

const mountingCall = /\b(?:createRoot|hydrateRoot|createApp|ReactDOM\.render)\s*\(/;

/** Finds the file with which the artifact starts; null if there is none that could. */
export function findEntry(files: readonly ArtifactFile[], type: string): ArtifactEntry | null {
  const find = (pattern: RegExp) => files.find(({ path }) => pattern.test(path));
  const page = find(/(?:^|\/)index\.html?$/i) ?? find(/\.html?$/i);
  if (page) return { path: page.path, kind: "html" };
  const scripts = files.filter(
    ({ path }) => /\.(?:[cm]?[jt]s|[jt]sx)$/i.test(path) && !/\.(?:d|config|test)\.\w+$/i.test(path),
  );
  if (type === "react" || type === "vue") {
    const starter = scripts.find(({ code }) => mountingCall.test(code));
    if (starter) return { path: starter.path, kind: "script" };
    const components = type === "vue" ? files.filter(({ path }) => path.endsWith(".vue")) : scripts;
    const component =
      components.find(({ path }) => /(?:^|\/)App\.\w+$/.test(path)) ??
      components.find(({ code }) => /\bexport\s+default\b|\bas\s+default\b/.test(code)) ??
      components.find(({ path }) => /(?:^|\/)index\.\w+$/.test(path)) ??
      components[0] ??
      scripts[0];
    return component ? { path: component.path, kind: "mount" } : null;
  }
  const script =
    scripts.find(({ path }) => /(?:^|\/)(?:index|main|script|app)\.\w+$/i.test(path)) ??
    scripts.at(-1) ??
    find(/\.css$/i);
  return script ? { path: script.path, kind: "script" } : null;
}
