import { restrictProcess } from "../../sandboxedProcess/child/restrictProcess.ts";
import { restrictThreads } from "../../sandboxedProcess/child/restrictThreads.ts";
import { ocrWorkerPath } from "../child/ocrWorkerPath.ts";
import { readFile } from "../child/readFile.ts";
import { runRead } from "../child/runRead.ts";
import type { ChildMessage, ReadTask } from "../childMessages.ts";

// A reader process for tests that reads many documents, because starting a process for each takes most of the time.

const send = (message: ChildMessage) => process.send?.(message);
restrictProcess();
restrictThreads(ocrWorkerPath);
process.once("disconnect", () => process.exit(1));
process.on("message", (task: ReadTask) => {
  void runRead(() => readFile(task, (percent) => send({ type: "progress", percent: Math.min(99, percent) }))).then(
    send,
  );
});
