import { t } from "@lingui/core/macro";
import { lazy, Suspense, useState } from "react";
import { createLoadable } from "../../../lib/loadable.ts";
import { getPreloadProps } from "../../../lib/preload/getPreloadProps.ts";
import { ListSkeleton } from "../../../ui/Skeletons.tsx";
import type { AdvancedSettingsProps } from "./AdvancedSettings.tsx";

const loadableSettings = createLoadable(() =>
  import("./AdvancedSettings.tsx").then(({ AdvancedSettings }) => AdvancedSettings),
);
const LazySettings = lazy(() => loadableSettings.load().then((AdvancedSettings) => ({ default: AdvancedSettings })));

/** Props for the button that opens the settings. They preload the code when the button is about to be pressed. */
export const preloadSettingsProps = getPreloadProps(loadableSettings.load);

/** The settings of a conversation. Their code is loaded when their button is hovered, focused or pressed. */
export function LazyAdvancedSettings(props: AdvancedSettingsProps) {
  // Chosen once per mount: a field that the person types into must not remount.
  const [LoadedSettings] = useState(() => loadableSettings.getLoaded());
  return (
    <Suspense fallback={<ListSkeleton label={t`Loading settings`} />}>
      {LoadedSettings ? <LoadedSettings {...props} /> : <LazySettings {...props} />}
    </Suspense>
  );
}
