import type { Scenario } from "../support/scenario.ts";
export const firstLoad: Scenario = async () => ({ scenario: "firstLoad", floor: "", figures: [], notes: [] });
