import { listWorkingFiles, type StatusEntry } from "@lectern/contract";
import type { Run, RunStep } from "../../core/context.ts";
import type { RunAttachments } from "../../core/run/run.ts";
import { estimateMaxTokens } from "../../platform/tokenCounter.ts";
import { isFlagOn } from "../flags/service.ts";
import { listPythonSignatures } from "../pythonFunctions/service.ts";
import { describeSandbox } from "./describeSandbox.ts";
import { createPythonTool, pythonToolTokens } from "./pythonTool.ts";

/** The share of the context that is set aside for what the code prints, and its maximum in tokens. */
const toolSpaceShare = 0.15;
const maxToolSpace = 4_000;

/** Lets the model run Python in the browser that shows the answer. */
export const codeInterpreterStep: RunStep = {
  name: "codeInterpreter",
  begin(run) {
    if (!canRunCode(run)) return {};
    return {
      async attach({ allowsTools, budget, branch }) {
        if (!(await isFlagOn(run.platform, run.actor, "codeInterpreterEnabled"))) return undefined;
        if (!allowsTools) return { ...nothing, events: [{ s: "meta", st: unsupportedNotice }] };
        const signatures = await listPythonSignatures(run.platform, run.actor);
        const fileNames = listWorkingFiles(branch).map(({ name }) => name);
        const block = describeSandbox(fileNames, signatures, budget);
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
