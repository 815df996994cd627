/** The languages of code blocks that the frame draws. */
export type DrawingKind = "mermaid" | "vega" | "vega-lite";
export type DrawingScheme = "dark" | "light";

export interface DrawingRequest {
  id: number;
  kind: DrawingKind;
  source: string;
  scheme: DrawingScheme;
}

/** The maximum size of an SVG. A larger SVG is not shown. */
export const maxSvgCharacters = 5_000_000;

/** The frame posts this message to the page when it is ready to receive a port. */
export const frameReadyMessage = "drawing-frame-ready";

/**
 * A message from the frame through the port. `isStarted`: the library has loaded and drawing begins. Values of
 * `problem`: `source`, the source has an error or draws nothing (`detail` is the library's message); `remote`, the
 * drawing needs external content; `size`, the source or the SVG is too large; `load`, the library did not load.
 */
export type DrawingReply =
  | { id: number; isStarted: true }
  | {
      id: number;
      svg: string;
      title: string;
      description: string;
      /** True if the drawing refers to external content, which was not loaded. */
      isPartial: boolean;
    }
  | { id: number; problem: "source" | "remote" | "size" | "load"; detail: string };
