import type { PDFPageProxy } from "pdfjs-dist/types/src/pdf.d.ts";
import * as z from "zod/mini";
import type { Fragment } from "./readPageFragments.ts";

/** What people have written on a page: the values of its form's fields, and notes. */
export interface PageAnnotations {
  /** A line for each field with a value, as in "Name: Robin" and "☒ I agree". */
  fields: string[];
  /** A text for each note, comment or marked text. */
  notes: string[];
  /** The names of files that are attached to the page. */
  files: string[];
  /** Number of videos, sounds and models. */
  media: number;
}

const Text = z.catch(z.string(), "");
const TextObject = z.catch(z.object({ str: Text }), { str: "" });
const Flag = z.catch(z.boolean(), false);

/** The properties of pdf.js's annotations that are read; see `src/core/annotation.js` there. */
const Annotation = z.object({
  subtype: Text,
  annotationFlags: z.catch(z.number(), 0),
  rect: z.catch(z.array(z.number()), []),
  contentsObj: TextObject,
  titleObj: TextObject,
  textContent: z.catch(z.array(z.string()), []),
  overlaidText: Text,
  fieldName: Text,
  fieldType: Text,
  fieldValue: z.catch(z.union([z.string(), z.array(z.string())]), ""),
  alternativeText: Text,
  password: Flag,
  checkBox: Flag,
  radioButton: Flag,
  exportValue: Text,
  buttonValue: Text,
  options: z.catch(z.array(z.object({ exportValue: Text, displayValue: Text })), []),
  file: z.catch(z.object({ filename: Text }), { filename: "" }),
});
type Annotation = z.infer<typeof Annotation>;

/** Hidden, or not shown on a screen: PDF 2.0, table 167. */
const hiddenFlags = 0b10_0010;
const maxAnnotations = 20_000;

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/**
 * Reads the annotations of a page from top to bottom. `fragments`: its text, where the labels of fields are found.
 * `toUpright`: see `PdfPage`.
 */
export async function readAnnotations(
  page: PDFPageProxy,
  fragments: readonly Fragment[],
  toUpright: (x: number, y: number) => { left: number; top: number },
): Promise<PageAnnotations> {
  const result: PageAnnotations = { fields: [], notes: [], files: [], media: 0 };
  const annotations = (await page.getAnnotations()).slice(0, maxAnnotations).flatMap((data: unknown) => {
    const subtype: unknown = typeof data === "object" && data !== null && Reflect.get(data, "subtype");
    // Some documents have thousands of links.
    if (subtype === "Link" || subtype === "Popup") return [];
    const annotation = Annotation.safeParse(data);
    if (!annotation.success || (annotation.data.annotationFlags & hiddenFlags) !== 0) return [];
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = annotation.data.rect;
    const a = toUpright(x1, y1);
    const b = toUpright(x2, y2);
    const box = {
      left: Math.min(a.left, b.left),
      right: Math.max(a.left, b.left),
      top: Math.min(a.top, b.top),
      bottom: Math.max(a.top, b.top),
    };
    return [{ annotation: annotation.data, box }];
  });
  annotations.sort((a, b) => a.box.top - b.box.top || a.box.left - b.box.left);
  const fieldBoxes = annotations.filter(({ annotation }) => annotation.subtype === "Widget").map(({ box }) => box);
  for (const { annotation, box } of annotations) {
    if (annotation.subtype === "Widget") {
      const line = describeField(annotation, box, fragments, fieldBoxes);
      if (line !== null) result.fields.push(line);
      continue;
    }
    if (annotation.subtype === "FileAttachment") result.files.push(annotation.file.filename);
    if (/^(RichMedia|Movie|Screen|Sound|3D)$/.test(annotation.subtype)) result.media++;
    const note = describeNote(annotation);
    if (note !== null) result.notes.push(note);
  }
  return result;
}

function describeField(
  annotation: Annotation,
  box: Box,
  fragments: readonly Fragment[],
  fieldBoxes: readonly Box[],
): string | null {
  const { fieldType, alternativeText, fieldName } = annotation;
  const isBox = annotation.checkBox || annotation.radioButton;
  const visibleLabel = findLabel(box, fragments, fieldBoxes, isBox);
  if (isBox) {
    const isTicked =
      annotation.fieldValue !== "" &&
      annotation.fieldValue === (annotation.radioButton ? annotation.buttonValue : annotation.exportValue);
    const mark = isTicked ? "☒" : "☐";
    const value = annotation.radioButton ? annotation.buttonValue : "";
    const label = visibleLabel ?? (value === "" ? alternativeText || fieldName : value);
    const group = alternativeText !== "" && alternativeText !== label ? `${trimLabel(alternativeText)}: ` : "";
    return `${group}${mark} ${label}`;
  }
  if (annotation.password || (fieldType !== "Tx" && fieldType !== "Ch")) return null;
  const values = [annotation.fieldValue].flat().map((value) => {
    const option = annotation.options.find(({ exportValue }) => exportValue === value);
    return option?.displayValue || value;
  });
  const value = values.join(", ").trim();
  if (value === "") return null;
  return `${trimLabel(alternativeText || visibleLabel || fieldName)}: ${value}`;
}

const trimLabel = (label: string) =>
  label
    .trim()
    .replace(/\s+/g, " ")
    .replace(/\s*[:：]$/, "");

/** Distances in points. */
const maxLabelDistance = 250;
const maxLabelDistanceOfBox = 60;
const maxLabelDistanceAbove = 14;

/**
 * Finds the text beside a field: to the right of a box to tick, to the left of other fields, or above. Null if there is
 * none, or another field is nearer to it.
 */
function findLabel(
  box: Box,
  fragments: readonly Fragment[],
  fieldBoxes: readonly Box[],
  isTickBox: boolean,
): string | null {
  const onLine = fragments.filter(
    ({ baseline, size }) =>
      baseline > box.top - 1 && baseline - size * 0.7 < box.bottom && baseline < box.bottom + size * 0.5,
  );
  const isFieldBetween = (from: number, to: number) =>
    fieldBoxes.some(
      (other) =>
        other !== box &&
        other.left >= from - 1 &&
        other.right <= to + 1 &&
        other.top < box.bottom &&
        other.bottom > box.top,
    );
  const maxDistance = isTickBox ? maxLabelDistanceOfBox : maxLabelDistance;
  const right = onLine.filter(({ left }) => left >= box.right - 2 && !isFieldBetween(box.right, left));
  const left = onLine.filter((part) => part.right <= box.left + 2 && !isFieldBetween(part.right, box.left));
  const labelRight = joinNearest(
    right.sort((a, b) => a.left - b.left),
    box.right,
    maxDistance,
    "right",
  );
  const labelLeft = joinNearest(
    left.sort((a, b) => b.right - a.right),
    box.left,
    maxDistance,
    "left",
  );
  if (isTickBox && labelRight !== null) return labelRight;
  if (labelLeft !== null) return labelLeft;
  const above = fragments.filter(
    (part) =>
      part.baseline <= box.top + 2 &&
      box.top - part.baseline < maxLabelDistanceAbove &&
      part.left < box.right &&
      part.right > box.left,
  );
  const nearest = Math.max(...above.map(({ baseline }) => baseline));
  const lineAbove = above.filter(({ baseline }) => Math.abs(baseline - nearest) < 2).sort((a, b) => a.left - b.left);
  return lineAbove.length === 0 ? null : toLabel(lineAbove);
}

/** Joins the text that starts nearest to an edge, up to a wide gap. */
function joinNearest(
  parts: readonly Fragment[],
  edge: number,
  maxDistance: number,
  side: "left" | "right",
): string | null {
  const joined: Fragment[] = [];
  let position = edge;
  for (const part of parts) {
    const distance = side === "right" ? part.left - position : position - part.right;
    if (distance > (joined.length === 0 ? maxDistance : part.size * 1.5)) break;
    joined.push(part);
    position = side === "right" ? part.right : part.left;
  }
  if (joined.length === 0) return null;
  return toLabel(side === "right" ? joined : joined.reverse());
}

const maxLabelLength = 200;

function toLabel(parts: readonly Fragment[]): string | null {
  const label = parts
    .map(({ text }) => text.trim())
    .join(" ")
    .replace(/[\s._]{4,}/g, " ")
    .trim();
  return /[\p{L}\p{N}]/u.test(label) ? label.slice(0, maxLabelLength) : null;
}

function describeNote(annotation: Annotation): string | null {
  const { subtype, contentsObj, titleObj, textContent, overlaidText } = annotation;
  const text = contentsObj.str.trim() || (subtype === "FreeText" ? textContent.join("\n").trim() : "");
  const author = titleObj.str.trim() === "" ? "" : ` by ${titleObj.str.trim()}`;
  if (subtype === "FreeText") return text === "" ? null : `Note${author}: ${text}`;
  const marked = overlaidText.trim().replace(/\s+/g, " ");
  const about = marked === "" ? "" : ` on “${marked}”`;
  if (subtype === "StrikeOut") return `Struck out${author}${about}${text === "" ? "" : `: ${text}`}`;
  return text === "" ? null : `Comment${author}${about}: ${text}`;
}
