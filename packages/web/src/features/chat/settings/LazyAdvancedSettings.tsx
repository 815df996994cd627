import { lazy, Suspense, useState } from "react";
import { loadable } from "../../../lib/loadable.ts";
import { preload } from "../../../lib/preload.ts";
import { ListSkeleton } from "../../../ui/Skeletons.tsx";
import type { AdvancedSettingsProps } from "./AdvancedSettings.tsx";

const settings = loadable(() => import("./AdvancedSettings.tsx").then(({ AdvancedSettings }) => AdvancedSettings));
const LazySettings = lazy(() => settings.load().then((AdvancedSettings) => ({ default: AdvancedSettings })));

/** Props for the button that opens the settings. They preload the code when the button is about to be pressed. */
export const preloadSettingsProps = preload(settings.load);

/** The settings of a conversation. Their code is loaded when their button is hovered, focused or pressed. */
export function LazyAdvancedSettings(props: AdvancedSettingsProps) {
  // Chosen once per mount: a field that the person types into must not remount.
  const [Loaded] = useState(() => settings.getLoaded());
  return (
    <Suspense fallback={<ListSkeleton label="Loading settings" />}>
      {Loaded ? <Loaded {...props} /> : <LazySettings {...props} />}
    </Suspense>
  );
}
