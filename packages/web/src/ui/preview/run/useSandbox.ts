import { useCallback, useEffect, useRef, useState } from "react";
import { onNextFrame } from "../../../lib/onNextFrame.ts";
import { compileInWorker } from "../compile/compileInWorker.ts";
import type { ArtifactFile } from "../files/parseArtifactFiles.ts";
import type { PreviewConsoleLine, PreviewError, PreviewProgram, PreviewReply } from "../previewMessages.ts";
import { describeProblem } from "./describeProblem.ts";
import { loadLibraryList, loadLibraryModules } from "./libraries.ts";
import { findStartDelayMs, openPreview, type StopReason } from "./openPreview.ts";

export interface SandboxState {
  /** `failed`: the artifact was not started, because of its errors. */
  status: "starting" | "running" | "failed" | Exclude<StopReason, "neighbour">;
  errors: readonly PreviewError[];
  lines: readonly PreviewConsoleLine[];
  /** The number of lines that were left out, because the artifact wrote too many. */
  omittedCount: number;
}

export interface SandboxInput {
  type: string;
  title: string;
  files: ArtifactFile[];
}

const initialState: SandboxState = { status: "starting", errors: [], lines: [], omittedCount: 0 };
const maxErrors = 100;
const maxLines = 500;
/** How often a frame is started, and for how many heartbeats it may take to start. */
const startLimits = [10, 15, 30];

/** Compiles an artifact and runs it in a sandboxed frame inside an element. `restart` runs it again. */
export function useSandbox(input: SandboxInput) {
  const containerRef = useRef<HTMLDivElement>(null);
  const [state, setState] = useState(initialState);
  const [startCount, setStartCount] = useState(0);
  const { type, title, files } = input;
  // biome-ignore lint/correctness/useExhaustiveDependencies(startCount): each start runs the artifact again
  useEffect(() => {
    const container = containerRef.current;
    if (!container) return;
    const run = createRun(setState);
    void start(container, { type, title, files }, run);
    return () => run.close();
  }, [type, title, files, startCount]);
  const restart = useCallback(() => setStartCount((count) => count + 1), []);
  return { containerRef, state, restart };
}

interface Run {
  signal: AbortSignal;
  update: (change: (state: SandboxState) => SandboxState) => void;
  onClose: (close: () => void) => void;
  close: () => void;
}

/** Collects what changes, so that React renders it at most once per frame. */
function createRun(setState: (state: SandboxState) => void): Run {
  const closing = new AbortController();
  let state = initialState;
  let cancel: (() => void) | null = null;
  setState(state);
  return {
    signal: closing.signal,
    update(change) {
      if (closing.signal.aborted) return;
      state = change(state);
      cancel ??= onNextFrame(() => {
        cancel = null;
        setState(state);
      });
    },
    onClose: (close) => closing.signal.addEventListener("abort", close),
    close() {
      closing.abort();
      cancel?.();
    },
  };
}

async function start(container: HTMLElement, { type, title, files }: SandboxInput, run: Run): Promise<void> {
  try {
    const { entries } = await loadLibraryList();
    const result = await compileInWorker({ files, type, libraries: entries });
    if ("problems" in result) {
      const errors = result.problems.map((problem) => describeProblem(problem, Object.keys(entries)));
      run.update((state) => ({ ...state, status: "failed", errors }));
      return;
    }
    const program = await addLibraries(result.program);
    if (!run.signal.aborted) open(container, { program, title }, run);
  } catch {
    run.update((state) => ({ ...state, status: "load" }));
  }
}

/** Adds the libraries that the modules of a program import. */
async function addLibraries(program: PreviewProgram): Promise<PreviewProgram> {
  const own = new Set(program.modules.map(({ id }) => id));
  const imported = program.modules.flatMap(({ targets }) => targets).filter((id) => !own.has(id));
  return { ...program, modules: [...(await loadLibraryModules([...new Set(imported)])), ...program.modules] };
}

function open(container: HTMLElement, target: { program: PreviewProgram; title: string }, run: Run): void {
  let attempt = 0;
  const openFrame = () => {
    if (run.signal.aborted) return;
    run.update(() => initialState);
    const delayMs = findStartDelayMs();
    if (delayMs > 0) {
      setTimeout(openFrame, delayMs);
      return;
    }
    const close = openPreview(container, {
      ...target,
      startLimit: startLimits[attempt] ?? 0,
      onReply: (reply) => run.update((state) => applyReply(state, reply)),
      onStop(reason) {
        if ((reason === "neighbour" || reason === "load") && attempt < startLimits.length - 1) {
          attempt += 1;
          // All frames have been removed by then.
          setTimeout(openFrame);
        } else run.update((state) => ({ ...state, status: reason === "neighbour" ? "hung" : reason }));
      },
    });
    run.onClose(close);
  };
  openFrame();
}

function applyReply(state: SandboxState, reply: PreviewReply): SandboxState {
  switch (reply.type) {
    case "pong":
      return state;
    case "rendered":
      return state.status === "starting" ? { ...state, status: "running" } : state;
    case "error": {
      const { message, file, line } = reply;
      return { ...state, errors: [...state.errors, { message, file, line }].slice(0, maxErrors) };
    }
    case "console": {
      const { level, text, file, line } = reply;
      return { ...state, lines: [...state.lines, { level, text, file, line }].slice(-maxLines) };
    }
    case "omitted":
      return { ...state, omittedCount: state.omittedCount + reply.count };
  }
}
