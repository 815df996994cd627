import type { Platform } from "../../core/context.ts";
import { failureCodec } from "../../core/failureCodec.ts";
import type { ProcessBus } from "../../platform/processes/processBus.ts";
import { createMemoryRunLog } from "../../platform/runLog/memoryRunLog.ts";
import type { RunLog } from "../../platform/runLog/runLog.ts";
import { createSharedRunLog } from "../../platform/runLog/sharedRunLog.ts";
import { createRunDirectory } from "../usage/service.ts";
import { runReaper } from "./reapDeadRuns.ts";

/** Creates the run log of this process. With a bus, it also reads and stops runs of other processes on the database. */
export function createRunLog(platform: Omit<Platform, "runLog">, bus: ProcessBus | null): RunLog {
  const localRunLog = createMemoryRunLog(platform.clock);
  if (!bus) return localRunLog;
  return createSharedRunLog({
    bus,
    local: localRunLog,
    directory: createRunDirectory(platform),
    failures: failureCodec,
    onProcessDeath: () => runReaper(platform).current?.trigger(),
  });
}
