import { listWorkingFiles, pythonFunctionsModule, pythonToolName, type StatusEntry } from "@lectern/contract";
import type { Run, RunStep } from "../../core/context.ts";
import { escapeTags } from "../../core/run/escapeTags.ts";
import type { HistoryMessage, RunAttachments } from "../../core/run/run.ts";
import { estimateMaxTokens } from "../../platform/tokenCounter.ts";
import { isFlagOn } from "../flags/service.ts";
import { listPythonSignatures } from "../pythonFunctions/service.ts";
import { createPythonTool, pythonToolTokens } from "./pythonTool.ts";

/** The share of the context that is set aside for what the code prints, and its maximum in tokens. */
const toolSpaceShare = 0.15;
const maxToolSpace = 4_000;

/** Lets the model run Python in the browser that shows the answer. */
export const codeInterpreterStep: RunStep = {
  name: "codeInterpreter",
  begin(run) {
    if (!canRunCode(run)) return {};
    let branch: readonly HistoryMessage[] = [];
    return {
      async selectMessages(history) {
        branch = history;
        return undefined;
      },
      async attach({ allowsTools, budget }) {
        if (!(await isFlagOn(run.platform, run.actor, "codeInterpreterEnabled"))) return undefined;
        if (!allowsTools) return { ...nothing, events: [{ s: "meta", st: unsupportedNotice }] };
        const signatures = await listPythonSignatures(run.platform, run.actor);
        const block = describeWorkingFolder(branch) + describeFunctions(signatures);
        return attachTool(run, block, Math.min(maxToolSpace, Math.floor(budget * toolSpaceShare)));
      },
    };
  },
};

/** False for clients that run no code, for assistants, and for answers in a form of their own. */
function canRunCode({ turn, assistant }: Run): boolean {
  const { tools, responseFormat } = turn.toolsAndFormat;
  return turn.codeInterpreter !== undefined && !assistant && !tools && !responseFormat;
}

const nothing: RunAttachments = {
  ...{ block: "", tokens: 0, toolSpace: 0, images: new Map(), passages: [] },
  ...{ events: [], foreignFileIds: [], tools: [] },
};

const unsupportedNotice: StatusEntry = {
  id: "codeInterpreter",
  summary: "Python wasn’t available",
  message: "This model can’t run code. Please choose another model for that.",
  type: "info",
  inProgress: true,
  sticky: true,
};

function attachTool(run: Run, block: string, toolSpace: number): RunAttachments {
  const tokens = estimateMaxTokens(block) + pythonToolTokens + toolSpace;
  return { ...nothing, block, tokens, toolSpace, tools: [createPythonTool(run)] };
}

/** Names the files that the code finds, as data before the question. Empty if there are none. */
function describeWorkingFolder(branch: readonly HistoryMessage[]): string {
  const names = listWorkingFiles(branch).map(({ name }) => escapeTags(name, /^\/*working_folder/));
  return names.length === 0
    ? ""
    : `Files in the working folder of ${pythonToolName}:\n<working_folder>\n${names.join("\n")}\n</working_folder>\n\n`;
}

/** Lists the functions that the person has saved, as data before the question. Empty if there are none. */
function describeFunctions(signatures: readonly string[]): string {
  if (signatures.length === 0) return "";
  const lines = signatures.map((signature) => escapeTags(signature, /^\/*functions/));
  return `Functions of the person, which code can import from ${pythonFunctionsModule}:\n<functions>\n${lines.join("\n")}\n</functions>\n\n`;
}
