/** What is drawn in the frame, by the language of its block. */
export type DrawingKind = "mermaid" | "vega" | "vega-lite";
export type DrawingScheme = "dark" | "light";

export interface DrawingRequest {
  id: number;
  kind: DrawingKind;
  source: string;
  scheme: DrawingScheme;
}

/** A longer picture is not shown. Characters. */
export const maxSvgCharacters = 5_000_000;

/** What the frame says to the page when it can be given a port. */
export const frameReadyMessage = "drawing-frame-ready";

/**
 * What comes through the port. `isStarted`: the library has come, and the drawing begins. `problem`: `source`, what is written is not
 * understood (`detail` says where); `remote`, it cannot be drawn without something from elsewhere; `size`, it is too much; `load`, the library did not come.
 */
export type DrawingReply =
  | { id: number; isStarted: true }
  | {
      id: number;
      svg: string;
      title: string;
      description: string;
      /** Something from elsewhere was asked for and not loaded. */
      isPartial: boolean;
    }
  | { id: number; problem: "source" | "remote" | "size" | "load"; detail: string };
