import type { Definitions } from "./parse/lexMarkdown.ts";
import type { Section } from "./parse/sectionSplitter.ts";

/** What a `Markdown` element shows, so that positions in its source can be computed when they are needed. */
export interface RenderedMarkdown {
  source: string;
  sections: readonly Section[];
  /** True if the last section is shown in part, or with its open syntax closed. */
  isLastOpen: boolean;
  definitions: Definitions;
  /** Returns how many inserts stand before the section with this index. */
  countInserts: (sectionIndex: number) => number;
}

const renderedByElement = new WeakMap<Element, RenderedMarkdown>();

export const recordRendering = (element: Element, rendered: RenderedMarkdown): void =>
  void renderedByElement.set(element, rendered);

/** Returns what the root element of a `Markdown` shows; null for other elements. */
export const getRenderedMarkdown = (element: Element): RenderedMarkdown | null =>
  renderedByElement.get(element) ?? null;
