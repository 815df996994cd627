import { LruCache } from "../markdown/highlight/lruCache.ts";
import { type DrawingFrame, type FrameResult, startDrawingFrame } from "./drawingFrame.ts";
import type { DrawingKind, DrawingScheme } from "./drawingMessages.ts";
import { type SanitizedSvg, sanitizeSvg } from "./sanitizeSvg.ts";

export interface DrawingInput {
  kind: DrawingKind;
  source: string;
  scheme: DrawingScheme;
}

export interface Picture extends SanitizedSvg {
  /** True if the drawing refers to external content, which was not loaded. */
  isPartial: boolean;
}

/** As in `DrawingReply`; also `time`: the drawing timed out, and `unsafe`: `sanitizeSvg` rejected the SVG. */
export type DrawingProblem = "source" | "remote" | "load" | "time" | "unsafe" | "size";

export type Drawing =
  | { status: "drawn"; picture: Picture }
  | { status: "failed"; problem: DrawingProblem; detail: string };

interface Job {
  input: DrawingInput;
  signal: AbortSignal;
  resolve: (drawing: Drawing) => void;
}

/** The maximum length of a source. A longer source is not drawn. */
const maxSourceCharacters = 200_000;
/** A frame that has been idle for this time is removed. The next drawing starts a new frame. */
const idleMs = 60_000;

/** Caches drawings, so that a message that is mounted again shows them immediately. Sizes are in characters. */
const cache = new LruCache<Drawing>(20_000_000);
const queue: Job[] = [];
let frame: DrawingFrame | null = null;
let isDrawing = false;
let lastId = 0;
let idleTimer: ReturnType<typeof setTimeout> | undefined;

const toCacheKey = ({ kind, source, scheme }: DrawingInput) => `${kind} ${scheme}\n${source}`;

/** Returns the drawing of this input if it is still cached. */
export function getCachedDrawing(input: DrawingInput): Drawing | undefined {
  return cache.get(toCacheKey(input));
}

/** Draws in the frame, one request at a time. Never rejects; may never settle after `signal` is aborted. */
export function requestDrawing(input: DrawingInput, signal: AbortSignal): Promise<Drawing> {
  const cached = getCachedDrawing(input);
  if (cached) return Promise.resolve(cached);
  if (input.source.length > maxSourceCharacters) return Promise.resolve(buildFailure("size"));
  return new Promise((resolve) => {
    queue.push({ input, signal, resolve });
    void drawNext();
  });
}

async function drawNext(): Promise<void> {
  if (isDrawing) return;
  const job = dequeueJob();
  if (!job) return;
  isDrawing = true;
  clearTimeout(idleTimer);
  const { input, resolve } = job;
  // An earlier job may have drawn the same input while this one was queued.
  const drawing = getCachedDrawing(input) ?? (await draw(input));
  isDrawing = false;
  idleTimer = setTimeout(closeFrame, idleMs);
  resolve(drawing);
  void drawNext();
}

/** Removes jobs from the queue up to the first one that has not been aborted, and returns that job. */
function dequeueJob(): Job | undefined {
  for (let job = queue.shift(); job; job = queue.shift()) {
    if (!job.signal.aborted) return job;
  }
  return undefined;
}

async function draw(input: DrawingInput): Promise<Drawing> {
  frame ??= startDrawingFrame();
  const result = await frame.draw({ id: ++lastId, ...input });
  const drawing = toDrawing(result);
  const failedToLoad = drawing.status === "failed" && drawing.problem === "load";
  // A frame that hangs or did not load will not recover, so use a new frame for the next drawing.
  if ("problem" in result && (result.problem === "time" || result.problem === "load")) closeFrame();
  const key = toCacheKey(input);
  const size = drawing.status === "drawn" ? drawing.picture.svg.length : 0;
  if (!failedToLoad) cache.set(key, drawing, key.length + size);
  return drawing;
}

function toDrawing(result: FrameResult): Drawing {
  if ("problem" in result) return buildFailure(result.problem, result.detail);
  const sanitizedSvg = sanitizeSvg(result.svg);
  if (!sanitizedSvg) return buildFailure("unsafe");
  const { title, description, isPartial } = result;
  const texts = { title: title || sanitizedSvg.title, description: description || sanitizedSvg.description };
  return { status: "drawn", picture: { ...sanitizedSvg, ...texts, isPartial } };
}

function buildFailure(problem: DrawingProblem, detail = ""): Drawing {
  return { status: "failed", problem, detail };
}

/** Removes the frame. The next drawing starts a new one. */
export function closeFrame(): void {
  frame?.close();
  frame = null;
}
