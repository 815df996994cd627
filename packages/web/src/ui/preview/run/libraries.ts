import * as z from "zod/mini";
import type { PreviewModule } from "../previewMessages.ts";

const librariesSchema = z.object({
  /** The file of each specifier. */
  entries: z.record(z.string(), z.string()),
  /** The files that each file imports. */
  imports: z.record(z.string(), z.array(z.string())),
});
type Libraries = z.infer<typeof librariesSchema>;

const modules = new Map<string, Promise<PreviewModule>>();
let libraries: Promise<Libraries> | null = null;

/** Loads the list of libraries that artifacts may import. Rejects without a connection. */
export function loadLibraryList(): Promise<Libraries> {
  libraries ??= fetchFile("libraries.json")
    .then((response) => response.json())
    .then((list) => librariesSchema.parse(list))
    .catch((error: unknown) => {
      libraries = null;
      throw error;
    });
  return libraries;
}

/** Loads libraries and what they import, each after those that it imports. The ids of modules are names of files. */
export async function loadLibraryModules(ids: readonly string[]): Promise<PreviewModule[]> {
  const { imports } = await loadLibraryList();
  const order = new Set<string>();
  const add = (id: string) => {
    if (order.has(id)) return;
    for (const imported of imports[id] ?? []) add(imported);
    order.add(id);
  };
  for (const id of ids) add(id);
  return Promise.all([...order].map((id) => loadModule(id, imports[id] ?? [])));
}

function loadModule(id: string, imported: readonly string[]): Promise<PreviewModule> {
  const loading =
    modules.get(id) ??
    fetchFile(id)
      .then((response) => response.text())
      .then((code) => splitAtImports(id, code, imported))
      .catch((error: unknown) => {
        modules.delete(id);
        throw error;
      });
  modules.set(id, loading);
  return loading;
}

/** Divides a file at the specifiers of its imports. They are names of files with hashes, which occur nowhere else. */
function splitAtImports(id: string, code: string, imported: readonly string[]): PreviewModule {
  const pieces: string[] = [];
  const targets: string[] = [];
  const byName = new Map(imported.map((file) => [`./${file.slice(file.lastIndexOf("/") + 1)}`, file]));
  let end = 0;
  for (const match of code.matchAll(/"(\.\/[\w.-]+\.js)"/g)) {
    const target = byName.get(match[1] ?? "");
    if (target === undefined) continue;
    pieces.push(code.slice(end, match.index + 1));
    targets.push(target);
    end = match.index + match[0].length - 1;
  }
  return { id, path: null, pieces: [...pieces, code.slice(end)], targets, lines: null };
}

async function fetchFile(name: string): Promise<Response> {
  const response = await fetch(`/preview/${name}`);
  if (!response.ok) throw new Error(`The preview’s file ${name} could not be loaded`);
  return response;
}
