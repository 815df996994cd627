import { posix } from "node:path";
import type { Archive } from "../../child/archive.ts";
import type { ItemCollector } from "../../child/itemCollector.ts";
import type { MergedArea } from "../tables/tableGrid.ts";
import { parseArea, parseColumn } from "./cellReference.ts";
import { decodeEscapes } from "./createTextReader.ts";
import { readXmlPart } from "./readXmlPart.ts";

export interface SheetParts {
  /** The comments by row and column. */
  comments: Map<number, Map<number, string>>;
  /** The areas that are tables with a header. */
  tableAreas: readonly MergedArea[];
}

/** In characters, for each cell. */
const maxCommentLength = 2_000;
/** In comments, for each cell. */
const maxThreadLength = 20;

/** Reads what belongs to a sheet and is stored in other parts of the file. Notes its charts, pictures and text boxes. */
export async function readSheetParts(archive: Archive, sheetPath: string, items: ItemCollector): Promise<SheetParts> {
  const comments = new Map<string, string>();
  const tableAreas: MergedArea[] = [];
  for (const { type, target } of await readRelations(archive, sheetPath)) {
    if (type === "comments") await readComments(archive, target, comments, items);
    // The legacy comment beside it has a sentence about newer versions of Excel before the same text.
    if (type === "threadedComment") await readThreadedComments(archive, target, comments, items);
    if (type === "table") tableAreas.push(...(await readTable(archive, target)));
    if (type === "drawing") await noteDrawings(archive, target, items);
  }
  const commentsByRow = new Map<number, Map<number, string>>();
  for (const [reference, comment] of comments) {
    const row = Number(/\d+$/.exec(reference)?.[0] ?? 0);
    commentsByRow.set(
      row,
      (commentsByRow.get(row) ?? new Map<number, string>()).set(parseColumn(reference, 0), comment),
    );
  }
  return { comments: commentsByRow, tableAreas };
}

/** Returns the existing parts that a part refers to. The types are the last words of their addresses. */
export async function readRelations(
  archive: Archive,
  path: string,
): Promise<{ type: string; target: string; id: string }[]> {
  const { dir, base } = posix.parse(path);
  const relationsPath = `${dir}/_rels/${base}.rels`;
  const relations: { type: string; target: string; id: string }[] = [];
  if (!archive.has(relationsPath)) return relations;
  await readXmlPart(await archive.openEntry(relationsPath), (name, { Id = "", Type = "", Target = "" }) => {
    const target = Target.startsWith("/") ? Target.slice(1) : posix.join(dir, Target);
    if (name === "Relationship" && archive.has(target))
      relations.push({ id: Id, type: Type.slice(Type.lastIndexOf("/") + 1), target });
  });
  return relations;
}

async function readComments(
  archive: Archive,
  path: string,
  comments: Map<string, string>,
  items: ItemCollector,
): Promise<void> {
  let reference = "";
  let comment = "";
  await readXmlPart(
    await archive.openEntry(path),
    (name, { ref = "" }) => {
      if (name !== "comment") return;
      reference = ref;
      comment = "";
    },
    (name, text) => {
      if (name === "t" && comment.length <= maxCommentLength) comment += decodeEscapes(text);
      if (name === "comment" && !comments.has(reference)) comments.set(reference, shorten(comment.trim(), items));
    },
  );
}

async function readThreadedComments(
  archive: Archive,
  path: string,
  comments: Map<string, string>,
  items: ItemCollector,
): Promise<void> {
  const threads = new Map<string, string[]>();
  let reference = "";
  await readXmlPart(
    await archive.openEntry(path),
    (name, { ref = "" }) => {
      if (name === "threadedComment") reference = ref;
    },
    (name, text) => {
      if (name !== "text") return;
      const thread = threads.get(reference) ?? [];
      threads.set(reference, thread);
      if (thread.length < maxThreadLength) thread.push(text.trim());
      else items.note("leftOutComments", { count: 1 });
    },
  );
  for (const [ref, texts] of threads) comments.set(ref, shorten(texts.join(" / "), items));
}

function shorten(comment: string, items: ItemCollector): string {
  if (comment.length <= maxCommentLength) return comment;
  items.note("truncated", { count: 1 });
  return comment.slice(0, maxCommentLength);
}

async function readTable(archive: Archive, path: string): Promise<MergedArea[]> {
  const areas: MergedArea[] = [];
  await readXmlPart(await archive.openEntry(path), (name, { ref = "", headerRowCount = "1" }) => {
    const area = name === "table" && headerRowCount !== "0" ? parseArea(ref) : null;
    if (area) areas.push(area);
  });
  return areas;
}

async function noteDrawings(archive: Archive, path: string, items: ItemCollector): Promise<void> {
  const counts = { chart: 0, pic: 0, textBoxes: 0 };
  let isInShape = false;
  await readXmlPart(
    await archive.openEntry(path),
    (name) => {
      if (name === "chart" || name === "pic") counts[name]++;
      if (name === "sp") isInShape = true;
    },
    (name, text) => {
      if (name === "sp") isInShape = false;
      if (name !== "t" || !isInShape || text.trim() === "") return;
      counts.textBoxes++;
      isInShape = false;
    },
  );
  if (counts.chart > 0) items.note("leftOutCharts", { count: counts.chart });
  if (counts.pic > 0) items.note("picturesLeftOut", { count: counts.pic });
  if (counts.textBoxes > 0) items.note("leftOutTextBoxes", { count: counts.textBoxes });
}
