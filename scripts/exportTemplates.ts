import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { slidesTemplate } from "../packages/server/src/platform/pandoc/templates/slidesTemplate.ts";
import { wordTemplate } from "../packages/server/src/platform/pandoc/templates/wordTemplate.ts";

// Writes the built-in Word and PowerPoint templates into a folder, to be changed in Word and PowerPoint and offered through
// EXPORT_TEMPLATES_DIR: `node scripts/exportTemplates.ts <folder>`.

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("Name the folder: node scripts/exportTemplates.ts <folder>");
await mkdir(folder, { recursive: true });
await writeFile(join(folder, "default.docx"), wordTemplate());
await writeFile(join(folder, "default.pptx"), slidesTemplate());
process.stdout.write(`default.docx and default.pptx are in ${folder}.\n`);
