import type { ScenarioReport } from "../report.ts";
import type { Resources } from "./resources.ts";

/** Measures something. What it starts it gives to `resources`, which end it, also when somebody presses Ctrl-C. */
export type Scenario = (resources: Resources, progress: (line: string) => void) => Promise<ScenarioReport>;
