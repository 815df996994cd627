import * as z from "zod/mini";
import { createStoredValue } from "../../lib/storedValue.ts";
import type { PluginLocation } from "./placement.ts";

/** Where a person has moved the selector; null: nowhere yet. */
export const pluginLocation = createStoredValue<PluginLocation | null>(
  "pluginLocation",
  z.object({ x: z.number(), y: z.number() }),
  null,
);

/** True if the selector lists the features. */
export const selectorExpansion = createStoredValue<boolean>("pluginSelectorExpanded", z.boolean(), false);
