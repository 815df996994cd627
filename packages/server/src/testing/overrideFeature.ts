import type { FlagName } from "@lectern/contract";
import { onTestFinished } from "vitest";
import { featureDefaults } from "../modules/flags/featureDefaults.ts";

/** Replaces what is known about a feature until the end of the test. Works in `beforeEach`, too. */
export function overrideFeature(name: FlagName, override: Partial<(typeof featureDefaults)[FlagName]>): void {
  const original = { ...featureDefaults[name] };
  Object.assign(featureDefaults[name], override);
  onTestFinished(() => {
    Object.assign(featureDefaults[name], original);
  });
}
