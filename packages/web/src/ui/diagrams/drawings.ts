import { LruCache } from "../markdown/highlight/lruCache.ts";
import { type DrawingFrame, type FrameResult, startDrawingFrame } from "./drawingFrame.ts";
import type { DrawingKind, DrawingScheme } from "./drawingMessages.ts";
import { type SanitizedSvg, sanitizeSvg } from "./sanitizeSvg.ts";

export interface Subject {
  kind: DrawingKind;
  source: string;
  scheme: DrawingScheme;
}

export interface Picture extends SanitizedSvg {
  /** It asked for something from elsewhere, which was not loaded. */
  isPartial: boolean;
}

/** `unsafe`: the picture refers to something outside of it, or is none that can be shown. `size`: too much to draw. */
export type DrawingProblem = "source" | "remote" | "load" | "time" | "unsafe" | "size";

export type Drawing =
  | { status: "drawn"; picture: Picture }
  | { status: "failed"; problem: DrawingProblem; detail: string };

interface Job {
  subject: Subject;
  signal: AbortSignal;
  resolve: (drawing: Drawing) => void;
}

/** A longer source is not drawn. Characters. */
const maxSourceCharacters = 200_000;
/** A frame that has nothing to do for so long is taken away; the next drawing starts another. */
const idleMs = 60_000;

/** What was drawn, so that a message that comes back into the page is as it was at once. By characters of the pictures. */
const remembered = new LruCache<Drawing>(20_000_000);
const waiting: Job[] = [];
let frame: DrawingFrame | null = null;
let isDrawing = false;
let lastId = 0;
let idleTimer: ReturnType<typeof setTimeout> | undefined;

const nameOf = ({ kind, source, scheme }: Subject) => `${kind} ${scheme}\n${source}`;

/** What was drawn of it before, if it is still remembered. */
export function getCachedDrawing(subject: Subject): Drawing | undefined {
  return remembered.get(nameOf(subject));
}

/** Draws in the frame, one thing after another. It never rejects; after `signal` it may never settle. */
export function requestDrawing(subject: Subject, signal: AbortSignal): Promise<Drawing> {
  const known = getCachedDrawing(subject);
  if (known) return Promise.resolve(known);
  if (subject.source.length > maxSourceCharacters) return Promise.resolve(failed("size"));
  return new Promise((resolve) => {
    waiting.push({ subject, signal, resolve });
    void drawNext();
  });
}

async function drawNext(): Promise<void> {
  if (isDrawing) return;
  const job = nextJob();
  if (!job) return;
  isDrawing = true;
  clearTimeout(idleTimer);
  const { subject, resolve } = job;
  // The same may have been drawn for another while this one waited.
  const drawing = getCachedDrawing(subject) ?? (await draw(subject));
  isDrawing = false;
  idleTimer = setTimeout(closeFrame, idleMs);
  resolve(drawing);
  void drawNext();
}

/** The first that is still wanted. */
function nextJob(): Job | undefined {
  for (let job = waiting.shift(); job; job = waiting.shift()) {
    if (!job.signal.aborted) return job;
  }
  return undefined;
}

async function draw(subject: Subject): Promise<Drawing> {
  frame ??= startDrawingFrame();
  const result = await frame.draw({ id: ++lastId, ...subject });
  const drawing = toDrawing(result);
  const failedToLoad = drawing.status === "failed" && drawing.problem === "load";
  // A frame that hangs, or whose files did not come, stays so: the next drawing gets another.
  if ("problem" in result && (result.problem === "time" || result.problem === "load")) closeFrame();
  const name = nameOf(subject);
  const size = drawing.status === "drawn" ? drawing.picture.svg.length : 0;
  if (!failedToLoad) remembered.set(name, drawing, name.length + size);
  return drawing;
}

function toDrawing(result: FrameResult): Drawing {
  if ("problem" in result) return failed(result.problem, result.detail);
  const clean = sanitizeSvg(result.svg);
  if (!clean) return failed("unsafe");
  const { title, description, isPartial } = result;
  const names = { title: title || clean.title, description: description || clean.description };
  return { status: "drawn", picture: { ...clean, ...names, isPartial } };
}

function failed(problem: DrawingProblem, detail = ""): Drawing {
  return { status: "failed", problem, detail };
}

function closeFrame(): void {
  frame?.end();
  frame = null;
}
