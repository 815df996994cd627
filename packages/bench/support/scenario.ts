import type { ScenarioReport } from "../report.ts";
import type { Resources } from "./resources.ts";

/** Runs one measurement. It registers everything it starts with `resources`, for clean-up even on Ctrl-C. */
export type Scenario = (resources: Resources, progress: (line: string) => void) => Promise<ScenarioReport>;
