import type { ScenarioReport } from "../report.ts";
import type { Resources } from "./resources.ts";

/** Runs one measurement. Everything that it starts is registered with `resources`, so that Ctrl-C cleans up, too. */
export type Scenario = (resources: Resources, progress: (line: string) => void) => Promise<ScenarioReport>;
