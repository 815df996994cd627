import type { PDFDocumentProxy } from "pdfjs-dist/types/src/pdf.d.ts";
import * as z from "zod/mini";

/** pdf.js's `AnnotationType`. */
const linkType = 2;
const popupType = 16;
const lastType = 27;

/** All types but links and popups. Subtypes without a number, such as 3D models, have the type `undefined`. */
const types: ReadonlySet<number | undefined> = new Set([
  ...Array.from({ length: lastType }, (_, index) => index + 1).filter(
    (type) => type !== linkType && type !== popupType,
  ),
  undefined,
]);
const Pages = z.catch(z.array(z.object({ pageIndex: z.number() })), []);

/**
 * Returns the numbers of the pages that have other annotations than links. pdf.js reads the text of a page again for its
 * links, which takes as long as reading the page.
 */
export async function findAnnotatedPages(pdf: PDFDocumentProxy): Promise<ReadonlySet<number>> {
  const annotations: unknown = await Reflect.apply(pdf.getAnnotationsByType, pdf, [types, new Set()]);
  return new Set(Pages.parse(annotations).map(({ pageIndex }) => pageIndex + 1));
}
