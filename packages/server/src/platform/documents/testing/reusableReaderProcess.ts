import { disableNetwork } from "../../sandboxedProcess/child/disableNetwork.ts";
import { restrictThreads } from "../../sandboxedProcess/child/restrictThreads.ts";
import { ocrWorkerPath } from "../child/ocrWorkerPath.ts";
import { readFile } from "../child/readFile.ts";
import { reportOutcome } from "../child/reportOutcome.ts";
import type { ChildMessage, ReadTask } from "../childMessages.ts";

// A reading process that reads one document after the other, for tests of what is read: a process for each would take
// most of their time.

const say = (message: ChildMessage) => process.send?.(message);
disableNetwork();
restrictThreads(ocrWorkerPath);
process.once("disconnect", () => process.exit(1));
process.on("message", (task: ReadTask) => {
  void reportOutcome(() => readFile(task, (percent) => say({ type: "progress", percent: Math.min(99, percent) }))).then(
    say,
  );
});
