import {
  type BrowserToolResult,
  type Conversation,
  getBranch,
  listWorkingFiles,
  parseCodeInterpreterState,
} from "@lectern/contract";
import { onNextFrame } from "../../lib/onNextFrame.ts";
import { untilAborted } from "../../lib/untilAborted.ts";
import type { PythonResult } from "../../ui/python/pythonInterpreter.ts";
import { buildResultText } from "./buildResultText.ts";
import { writeDocuments } from "./documents.ts";
import { writeFunctions } from "./functions/writeFunctions.ts";
import { type PooledInterpreter, withInterpreter } from "./interpreterPool.ts";
import { modelTexts } from "./modelTexts.ts";
import { appendOutput, changeRun } from "./pythonRuns.ts";
import { storeFiles } from "./storeFiles.ts";

/** Counted from the start of the code, without the time in which Python is loaded. */
const timeoutMs = 120_000;

interface PythonTask {
  userId: string;
  conversation: Conversation;
  /** The answer that the code is run for. */
  answerId: string;
  /** Null: the arguments are damaged. */
  code: string | null;
  /** Under which `usePythonRuns` shows the progress. */
  stepKey: string;
}

/** Runs the code of a step, stores its files, and returns what the model reads. Never rejects. */
export async function runPythonStep(task: PythonTask, signal: AbortSignal): Promise<BrowserToolResult> {
  if (task.code === null) return { text: modelTexts.badArguments, isError: true, files: [] };
  let result: BrowserToolResult | null = null;
  try {
    await withInterpreter(task.conversation.id, signal, async (pooled) => {
      const outcome = await runIn(pooled, { ...task, code: task.code ?? "" }, signal);
      result = outcome.result;
      return outcome.isUsable;
    });
  } catch (error) {
    const status = signal.aborted ? "stopped" : "unavailable";
    result = toFailure(status, status === "stopped" || !(error instanceof Error) ? null : error.message);
  }
  return result ?? toFailure("unavailable", null);
}

async function runIn(
  pooled: PooledInterpreter,
  task: PythonTask & { code: string },
  signal: AbortSignal,
): Promise<{ result: BrowserToolResult; isUsable: boolean }> {
  const { userId, conversation, answerId, code, stepKey } = task;
  const { interpreter } = pooled;
  const { id: threadId } = interpreter;
  const isRestarted = wasRestarted(conversation, answerId, pooled);
  pooled.hasRun = true;
  changeRun(stepKey, { phase: "loading", startedAtMs: Date.now() });
  const files = listWorkingFiles(getBranch(conversation.messages, answerId));
  const notes = isRestarted ? [modelTexts.restarted] : [];
  notes.push(...(await writeDocuments(pooled, files, signal)));
  await untilAborted(writeFunctions(interpreter), signal).catch(() => notes.push(modelTexts.noFunctions));
  const output = createOutputBuffer((text) => appendOutput(stepKey, text));
  const result = await interpreter.run(code, {
    signal,
    timeoutMs,
    onProgress: (phase) => changeRun(stepKey, { phase }),
    onOutput: (_, text) => output.append(text),
  });
  changeRun(stepKey, { phase: "storing" });
  const { isLocal, codeInterpreterAssistantId } = conversation;
  const place = { userId, conversationId: conversation.id, isLocal, threadId };
  const assistantId = codeInterpreterAssistantId ?? "";
  // The person does not wait for the files of code that they have stopped.
  const made = result.status === "stopped" ? [] : result.files;
  const stored = await storeFiles(made, { ...place, assistantId }, signal);
  const fileNames = stored.files.map(({ values }) => values.file_name);
  const text = buildResultText(result, { notes: [...notes, ...stored.notes], fileNames, timeoutMs });
  const hasInterpreterFailed = hasFailed(result.status);
  const outcome = { text, isError: result.status !== "done", files: stored.files, ...markStop(result.status) };
  return {
    result: hasInterpreterFailed ? { ...outcome, hasInterpreterFailed, threadId: null } : { ...outcome, threadId },
    isUsable: result.status === "done" || result.status === "failed",
  };
}

/** Passes texts on at most once a frame, because code may print thousands of lines in a moment. */
function createOutputBuffer(flush: (text: string) => void): { append: (text: string) => void } {
  let pending = "";
  return {
    append(text) {
      if (pending === "")
        onNextFrame(() => {
          flush(pending);
          pending = "";
        });
      pending += text;
    },
  };
}

const markStop = (status: PythonResult["status"]) => (status === "stopped" ? { wasStopped: true } : {});

const hasFailed = (status: PythonResult["status"]) => status === "crashed" || status === "unavailable";

/** True if an earlier answer of the branch, or this one, has used another interpreter than the new one. */
function wasRestarted({ messages }: Conversation, answerId: string, pooled: PooledInterpreter): boolean {
  if (pooled.hasRun) return false;
  const threadIds = getBranch(messages, answerId).map(({ data }) => parseCodeInterpreterState(data.state)?.threadId);
  const lastId = threadIds.findLast((id) => typeof id === "string");
  return lastId !== undefined && lastId !== pooled.interpreter.id;
}

function toFailure(status: PythonResult["status"], error: string | null): BrowserToolResult {
  const result: PythonResult = { stdout: "", stderr: "", value: null, error, files: [], status };
  const text = buildResultText(result, { notes: [], fileNames: [], timeoutMs });
  return {
    text,
    isError: true,
    files: [],
    ...markStop(status),
    ...(hasFailed(status) ? { hasInterpreterFailed: true, threadId: null } : {}),
  };
}
