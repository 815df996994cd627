import { readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { beginUpload, fileTypeOf, getFiles } from "@lectern/contract";
import type { ApiClient } from "../../e2e/support/content/createApiClient.ts";

const documentsPath = fileURLToPath(new URL("../corpus/documents/", import.meta.url));
/** Documents of at most 100 KB, one of each kind. */
const smallDocuments = [
  "delivery-has-failed.eml",
  "through-the-looking-glass.docx",
  "deaths.xlsx",
  "iso_4217.json",
  "semver-readme.md",
  "unpaper-basic-concepts.html",
  "aprx-requirement-specification.odt",
  "debian-reference-card.pdf",
  "kannel-wtls-security.rtf",
  "penguins_raw.csv",
];
const pollMs = 10;
/** Time before each upload in which the server can start a process that waits for the next document. */
const pauseMs = 4_000;

/** Uploads small documents one after the other. Returns the milliseconds from each upload's end until the document is ready. */
export async function measureReady(api: ApiClient, url: string): Promise<{ name: string; milliseconds: number }[]> {
  const results = [];
  for (const name of smallDocuments) {
    await setTimeout(pauseMs);
    const body = new Uint8Array(await readFile(`${documentsPath}${name}`));
    const type = fileTypeOf(name)?.mediaTypes[0] ?? "application/octet-stream";
    const upload = await api.call(beginUpload, { name, type, tags: [] });
    const response = await fetch(new URL(upload.url, url), { method: "PUT", headers: { "content-type": type }, body });
    if (!response.ok) throw new Error(`${name} was refused: ${response.status} ${await response.text()}`);
    const startedAt = performance.now();
    for (;;) {
      const [record] = (await api.call(getFiles, { keys: [upload.key] })).items;
      if (record?.state === "ready") break;
      if (record?.state === "failed") throw new Error(`${name} could not be read`);
      await setTimeout(pollMs);
    }
    results.push({ name, milliseconds: performance.now() - startedAt });
  }
  return results;
}
