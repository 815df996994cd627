import { type TrackedEvent, trackEvent } from "@lectern/contract";
import { useEffect } from "react";
import { useFlag } from "../../entities/flags/useFlag.ts";
import { type DialogId, useDialogs } from "../../entities/shell/dialogs.ts";
import { type PageId, useRoute } from "../../entities/shell/routes.ts";
import { call } from "../../lib/call.ts";

const pageEvents: Readonly<Partial<Record<PageId, TrackedEvent>>> = {
  files: "filesOpened",
  artifacts: "artifactsOpened",
  apiReference: "apiReferenceOpened",
};

const dialogEvents: Readonly<Partial<Record<string, TrackedEvent>>> = {
  accounts: "accountsOpened",
  assistantEditor: "assistantEditorOpened",
  download: "downloadOpened",
  export: "exportOpened",
  groups: "groupsOpened",
  import: "importOpened",
  memory: "memoryOpened",
  palette: "paletteOpened",
  settings: "settingsOpened",
  share: "shareOpened",
  usage: "usageOpened",
} satisfies Partial<Record<DialogId, TrackedEvent>>;

/** Tells the server what is opened, for its counters, while the feature is on. Shows nothing. */
export function TrackingHost() {
  const isOn = useFlag("mixPanel");
  const { page } = useRoute();
  useEffect(() => {
    if (isOn) track(pageEvents[page]);
  }, [isOn, page]);
  useEffect(() => {
    if (!isOn) return;
    return useDialogs.subscribe(({ openCount, dialog }, before) => {
      if (dialog && openCount !== before.openCount) track(dialogEvents[dialog.id]);
    });
  }, [isOn]);
  return null;
}

/** An event that is not counted is no failure for the person. */
function track(event: TrackedEvent | undefined): void {
  if (event) call(trackEvent, { event }).catch(() => {});
}
