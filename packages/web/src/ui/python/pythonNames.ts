import { extensionOf, fileTypeOf, toPlainFileName } from "@lectern/contract";

/** Where the type of what people upload is another one. */
const mediaTypes: ReadonlyMap<string, string> = new Map([
  ["svg", "image/svg+xml"],
  ["tsv", "text/tab-separated-values"],
  ["zip", "application/zip"],
]);

/** Returns the media type of a file, by the extension of its name. */
export const findMediaType = (name: string): string =>
  mediaTypes.get(extensionOf(name)) ?? fileTypeOf(name)?.mediaTypes[0] ?? "application/octet-stream";

/** Returns names of files without paths, control characters and duplicates. */
export function toPlainNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const plain = toPlainFileName(name) || "file";
    let unique = plain;
    for (let count = 2; taken.has(unique); count += 1) unique = plain.replace(/(?=\.[^.]*$|$)/, `-${count}`);
    taken.add(unique);
    return unique;
  });
}
