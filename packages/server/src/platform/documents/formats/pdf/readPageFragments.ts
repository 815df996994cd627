import type { PDFPageProxy } from "pdfjs-dist/types/src/pdf.d.ts";
import { composeAccents } from "./composeAccents.ts";
import { joinVerticalText } from "./joinVerticalText.ts";
import { repairLigatures } from "./repairLigatures.ts";
import { replacePresentationForms } from "./replacePresentationForms.ts";

/** A run of text on a page; lengths are in points, and coordinates start at the upper left corner. */
export interface Fragment {
  text: string;
  left: number;
  right: number;
  baseline: number;
  /** Font size. */
  size: number;
  /** The document's internal name of the font. */
  font: string;
  /** Position in the page's drawing order. */
  order: number;
  isRightToLeft: boolean;
}

/**
 * Maximum number of fragments per page. Further ones are ignored: such a page is a drawing that consists of letters.
 */
const maxFragments = 50_000;

/** Reads the text of a page in drawing order, with the coordinates that it has when rotated upright. */
export async function readPageFragments(page: PDFPageProxy): Promise<Fragment[]> {
  const { items } = await page.getTextContent({ disableNormalization: false });
  const { transform: viewTransform } = page.getViewport({ scale: 1 });
  const fragments = items.slice(0, maxFragments).flatMap((item, order): (Fragment & { turn: number })[] => {
    if (!("str" in item) || item.str.trim() === "") return [];
    const matrix = toMatrix(item.transform);
    const [a, b, c, d, x, y] = multiplyMatrices(toMatrix(viewTransform), matrix);
    const size = Math.hypot(c, d) || item.height;
    if (!(size > 0) || ![a, b, x, y].every(Number.isFinite)) return [];
    const turn = ((Math.round(Math.atan2(b, a) / (Math.PI / 2)) % 4) + 4) % 4;
    const [left, baseline] = rotateUpright(turn, x, y);
    const width = Math.abs(item.width);
    const isRightToLeft = item.dir === "rtl";
    return [
      {
        text: replacePresentationForms(repairLigatures(item.str)),
        left,
        right: left + width,
        baseline,
        size,
        font: item.fontName,
        order,
        isRightToLeft,
        turn,
      },
    ];
  });
  // Most text on a page has the same rotation. Move text with another rotation, such as a label beside a figure, to the end.
  const letterCounts = [0, 0, 0, 0];
  for (const { turn, text } of fragments) letterCounts[turn] = (letterCounts[turn] ?? 0) + text.length;
  const mainTurn = letterCounts.indexOf(Math.max(...letterCounts));
  return joinVerticalText(composeAccents(fragments))
    .map(({ turn, ...fragment }) =>
      turn === mainTurn ? fragment : { ...fragment, baseline: fragment.baseline + (turn + 1) * otherDirectionOffset },
    )
    .sort((a, b) => Number(a.baseline > otherDirectionOffset) - Number(b.baseline > otherDirectionOffset));
}

const otherDirectionOffset = 100_000;

type Matrix = [number, number, number, number, number, number];

function toMatrix(values: readonly unknown[]): Matrix {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = values.map(Number);
  return [a, b, c, d, e, f];
}

function multiplyMatrices([a1, b1, c1, d1, e1, f1]: Matrix, [a2, b2, c2, d2, e2, f2]: Matrix): Matrix {
  return [
    a1 * a2 + c1 * b2,
    b1 * a2 + d1 * b2,
    a1 * c2 + c1 * d2,
    b1 * c2 + d1 * d2,
    a1 * e2 + c1 * f2 + e1,
    b1 * e2 + d1 * f2 + f1,
  ];
}

/** Rotates a point so that text with this direction runs from left to right. `turn` counts clockwise quarter turns. */
function rotateUpright(turn: number, x: number, y: number): [number, number] {
  switch (turn) {
    case 1:
      return [y, -x];
    case 2:
      return [-x, -y];
    case 3:
      return [-y, x];
    default:
      return [x, y];
  }
}
