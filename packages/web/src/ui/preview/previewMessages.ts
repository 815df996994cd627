/** The frame posts this message to the page when it is ready to receive a port. */
export const previewReadyMessage = "preview-frame-ready";

/** A module or a script. Its code is `pieces`, joined with the URLs of the modules that `targets` names. */
export interface PreviewModule {
  /** Unique in its program. */
  id: string;
  /** The file of the artifact; null for a library and for what the compiler adds. */
  path: string | null;
  pieces: string[];
  /** Ids of modules that come earlier in the program. One less than `pieces`. */
  targets: string[];
  /** The line of the file for each line of the code, from 1; null if they are the same. */
  lines: number[] | null;
}

/** What the frame runs. Elements `<script data-preview="n">` of `html` stand for `scripts[n]`. */
export interface PreviewProgram {
  html: string;
  /** A module comes after those that it imports. */
  modules: PreviewModule[];
  scripts: { moduleId: string; isModule: boolean }[];
}

/** A message from the page through the port. */
export type PreviewRequest = { type: "run"; program: PreviewProgram } | { type: "ping"; id: number };

export type ConsoleLevel = "log" | "info" | "warn" | "error";

/** A place in a file of the artifact, if it is known; lines count from 1. */
interface PreviewPlace {
  file: string | null;
  line: number | null;
}

/** An error of the artifact. */
export interface PreviewError extends PreviewPlace {
  message: string;
}

/** A line that the artifact wrote to its console. */
export interface PreviewConsoleLine extends PreviewPlace {
  level: ConsoleLevel;
  text: string;
}

/** A message from the frame through the port. `rendered`: all scripts have run. */
export type PreviewReply =
  | { type: "pong"; id: number }
  | { type: "rendered" }
  | ({ type: "error" } & PreviewError)
  | ({ type: "console" } & PreviewConsoleLine)
  /** Lines that were left out, because the artifact wrote too many. */
  | { type: "omitted"; count: number };

/** Longer texts are cut by the frame. */
export const maxPreviewTextLength = 2_000;
