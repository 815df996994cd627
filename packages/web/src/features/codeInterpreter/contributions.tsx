import { parseCodeInterpreterState } from "@lectern/contract";
import type { BelowAnswerProps, SlotContribution } from "../../entities/chat/slots/chatSlots.ts";
import { isPythonStep } from "../../entities/codeInterpreter/pythonCode.ts";
import { lazy } from "../../lib/preload/lazy.ts";

/** The files that the code of an answer has made, and how it went. */
export const pythonResults: SlotContribution<BelowAnswerProps> = {
  id: "pythonResults",
  appliesTo: ({ message: { data } }) =>
    (data.steps ?? []).some(isPythonStep) || parseCodeInterpreterState(data.state) !== null,
  Component: lazy(() => import("./PythonResults.tsx").then(({ PythonResults }) => ({ default: PythonResults }))),
};
