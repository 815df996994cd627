import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createSlidesTemplate } from "../packages/server/src/platform/pandoc/templates/createSlidesTemplate.ts";
import { createWordTemplate } from "../packages/server/src/platform/pandoc/templates/createWordTemplate.ts";

// Writes the built-in Word and PowerPoint templates to a folder: `node scripts/exportTemplates.ts <folder>`. Edit them
// and set EXPORT_TEMPLATES_DIR to the folder to offer them.

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("A folder is required: node scripts/exportTemplates.ts <folder>");
await mkdir(folder, { recursive: true });
await writeFile(join(folder, "default.docx"), createWordTemplate());
await writeFile(join(folder, "default.pptx"), createSlidesTemplate());
process.stdout.write(`Wrote default.docx and default.pptx to ${folder}.\n`);
