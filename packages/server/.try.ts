import { readFileSync, copyFileSync } from "node:fs";
import { createDocumentConverter } from "./src/platform/pandoc/createDocumentConverter.ts";
const c = createDocumentConverter({ dataDir: "/tmp/x/data", extraction: { memoryMb: 1024, timeoutMs: 1, ocrLanguages: null } }, { info: console.log } as never);
const md = readFileSync("/tmp/x/sample.md", "utf8");
for (const format of ["docx", "pptx"] as const) {
  const t = performance.now();
  const made = await c.convert({ format, templatePath: null, title: "Thermodynamics II", signal: new AbortController().signal, pieces: [
    { kind: "name", markdown: "# Thermodynamics II" },
    { kind: "user", markdown: "What does the Carnot bound say here?" },
    { kind: "assistant", markdown: md },
    { kind: "user", markdown: "Please compare these in detail:\nOtto\nDiesel\n\nand tell me what would be better for a small car that is driven in a city with many stops." },
    { kind: "assistant", markdown: "It depends.\n\n" + md.slice(0, 400) },
  ] });
  console.log(format, made.bytes, Math.round(performance.now() - t));
  copyFileSync(made.path, `/tmp/x/out.${format}`);
  await made.dispose();
}
