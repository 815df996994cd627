import {
  type BrowserToolResult,
  type CodeInterpreterState,
  codeInterpreterTexts,
  limits,
  pythonToolName,
} from "@lectern/contract";
import * as z from "zod/mini";
import type { Run } from "../../core/context.ts";
import { type BrowserTool, defineBrowserTool } from "../../core/run/tool.ts";
import { estimateMaxTokens } from "../../platform/tokenCounter.ts";
import { attachResultFiles } from "./files/resultFiles.ts";

const maxCalls = 10;

const description = [
  "Runs Python 3 and returns what it prints and the value of its last expression. Use it for calculations, data and charts instead of guessing.",
  "Variables and files usually remain for later calls. Files attached to the chat are in the working folder under their names.",
  "There is no network, and packages may be missing. Print what matters.",
  "Save charts as PNG files and results as files in the working folder: the person gets every file that is saved there, and sees charts.",
].join(" ");

const Input = z.object({
  code: z.string().check(z.minLength(1), z.maxLength(limits.toolArgumentsLength)),
});

const crashNote =
  "The interpreter itself has failed, not the code. Do not run code again: answer without it, and say what you could not do.";

/** Creates the tool with which the model runs Python in the browser that shows the answer. */
export function createPythonTool({ platform, actor, turn }: Pick<Run, "platform" | "actor" | "turn">): BrowserTool {
  return defineBrowserTool({
    name: pythonToolName,
    title: "Run Python",
    description,
    input: Input,
    maxCalls,
    async accept(result) {
      const content = await attachResultFiles(platform, actor, turn, result);
      const state = { codeInterpreter: toState(result, content) };
      return {
        text: result.text,
        isError: result.isError || result.hasInterpreterFailed === true,
        wasStopped: result.wasStopped === true,
        ...(result.hasInterpreterFailed ? { modelNote: crashNote } : {}),
        events: [{ s: "meta", state }],
      };
    },
  });
}

/** The thread is replaced if the browser names one or none, and stays if it says nothing. */
function toState(
  { threadId, hasInterpreterFailed }: BrowserToolResult,
  content: CodeInterpreterState["content"],
): CodeInterpreterState {
  return {
    content,
    ...(threadId === undefined ? {} : { threadId }),
    error: hasInterpreterFailed ? codeInterpreterTexts.failed : null,
  };
}

/** Tokens of the definition of the tool. */
export const pythonToolTokens = estimateMaxTokens(JSON.stringify([description, z.toJSONSchema(Input)]));
