import { openArchive } from "../child/archive.ts";
import { createMarkupParser } from "./markupParser.ts";

/**
 * Returns the heading levels of a Word document by style id; empty for other documents. The ids are in the language of
 * the program that wrote them ("Titre1"), so the levels are found by the styles' names and outline levels.
 */
export async function readHeadingLevels(path: string): Promise<Map<string, number>> {
  const archive = await openArchive(path);
  try {
    const xml = await archive.readEntry("word/styles.xml");
    return xml === null ? new Map() : parseHeadingLevels(xml.toString("utf8"));
  } finally {
    archive.close();
  }
}

function parseHeadingLevels(xml: string): Map<string, number> {
  const levels = new Map<string, number>();
  let id: string | null = null;
  const parser = createMarkupParser(
    {
      onopentag(tag, { "w:styleId": styleId, "w:val": value, "w:type": type }) {
        if (tag === "w:style") id = type === "paragraph" ? (styleId ?? null) : null;
        if (id === null) return;
        const builtInLevel = tag === "w:name" ? /^heading (\d)$/i.exec(value ?? "")?.[1] : undefined;
        if (builtInLevel !== undefined) levels.set(id, Number(builtInLevel));
        // Outline level 9 means body text.
        if (tag === "w:outlineLvl" && /^[0-8]$/.test(value ?? "")) levels.set(id, Number(value) + 1);
        if (tag === "w:name" && /^title$/i.test(value ?? "")) levels.set(id, 1);
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return levels;
}
