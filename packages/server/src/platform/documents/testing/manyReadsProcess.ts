import { closeNetwork } from "../../sealedProcess/child/closeNetwork.ts";
import { closeThreads } from "../../sealedProcess/child/closeThreads.ts";
import { outcomeOf } from "../child/outcomeOf.ts";
import { readFile } from "../child/readFile.ts";
import { recognizerProgram } from "../child/recognizerProgram.ts";
import type { ChildMessage, ReadTask } from "../childMessages.ts";

// A reading process that reads one document after the other, for tests of what is read: a process for each would take most of their time.

const say = (message: ChildMessage) => process.send?.(message);
closeNetwork();
closeThreads(recognizerProgram);
process.once("disconnect", () => process.exit(1));
process.on("message", (task: ReadTask) => {
  void outcomeOf(() => readFile(task, (percent) => say({ type: "progress", percent: Math.min(99, percent) }))).then(
    say,
  );
});
