import type { Scenario } from "../support/scenario.ts";
export const start: Scenario = async () => ({ scenario: "start", floor: "", figures: [], notes: [] });
