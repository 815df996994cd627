import * as z from "zod/mini";
import { defineOp } from "./defineOp.ts";

/** What is counted when somebody opens it. */
export const TrackedEvent = z.enum([
  "accountsOpened",
  "apiReferenceOpened",
  "artifactsOpened",
  "assistantEditorOpened",
  "downloadOpened",
  "exportOpened",
  "filesOpened",
  "groupsOpened",
  "importOpened",
  "memoryOpened",
  "paletteOpened",
  "settingsOpened",
  "shareOpened",
  "usageOpened",
]);
export type TrackedEvent = z.infer<typeof TrackedEvent>;

export const trackEvent = defineOp({
  method: "POST",
  path: "/tracking/event",
  keyScopes: "none",
  flag: "mixPanel",
  summary: "Counts that somebody has opened a part of the product, without who and what.",
  // What is counted must not be found in the log beside a name.
  isUntraced: true,
  input: z.object({ event: TrackedEvent }),
  output: z.object({}),
});
