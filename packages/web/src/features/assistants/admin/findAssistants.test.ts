import { expect, test } from "vitest";
import { findAssistants } from "./findAssistants.ts";

const assistants = [
  { name: "Heat Tutor", description: "Thermodynamics" },
  { name: "Essay coach", description: "" },
];

test("every word must be in the name or the description", () => {
  expect(findAssistants(assistants, " tutor THERMO ")).toEqual([assistants[0]]);
  expect(findAssistants(assistants, "tutor essay")).toEqual([]);
  expect(findAssistants(assistants, "")).toEqual(assistants);
});
