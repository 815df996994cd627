import { restrictProcess } from "../../sandboxedProcess/child/restrictProcess.ts";
import { restrictThreads } from "../../sandboxedProcess/child/restrictThreads.ts";
import { summarizeError } from "../../sandboxedProcess/errorSummary.ts";
import { convertSections } from "../child/convertSections.ts";
import type { ConversionTask, ConverterMessage } from "../converterMessages.ts";

// A converter process for tests that converts many documents, because loading pandoc takes most of the time of one.

const send = (message: ConverterMessage) => process.send?.(message);
restrictProcess();
restrictThreads(null);
process.once("disconnect", () => process.exit(1));
process.on("message", (task: ConversionTask) => {
  convertSections(task).then(
    () => send({ type: "done" }),
    (error) => send({ type: "failed", failure: "crashed", error: summarizeError(error) }),
  );
});
