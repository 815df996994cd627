import type { ArtifactContent, ArtifactType } from "@lectern/contract";
import { toSafeFileName } from "../../../ui/markdown/code/codeFileName.ts";
import { createArtifactZip } from "../../../ui/preview/files/createArtifactZip.ts";
import { parseArtifactFiles } from "../../../ui/preview/files/parseArtifactFiles.ts";
import { saveFile } from "../../../ui/saveFile.ts";
import { toArtifactFile } from "./artifactFile.ts";

const programTypes: ReadonlySet<ArtifactType> = new Set([
  "static",
  "vanilla",
  "react",
  "vue",
  "angular",
  "node",
  "next",
]);
/** A single file of these needs a project around it to run. */
const projectTypes: ReadonlySet<ArtifactType> = new Set(["react", "vue"]);

/** Saves an artifact: a program of several files, or one that has to be built, as a zip, anything else as a file. */
export function downloadArtifact(content: ArtifactContent): void {
  const { name, type, contents } = content;
  const files = programTypes.has(type) ? parseArtifactFiles(contents, type) : [];
  if (files.length > 1 || (files.length === 1 && projectTypes.has(type))) {
    saveFile(createArtifactZip(type, files, name), toSafeFileName(`${name}.zip`, "artifact.zip"));
    return;
  }
  // A single file may be in a fenced block.
  const file = toArtifactFile({ ...content, contents: files[0]?.code ?? contents });
  saveFile(file, file.name);
}
