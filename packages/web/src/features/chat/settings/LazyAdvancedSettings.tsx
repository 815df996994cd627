import { lazy, Suspense, useState } from "react";
import { loadable } from "../../../lib/loadable.ts";
import { preload } from "../../../lib/preload.ts";
import { ListSkeleton } from "../../../ui/Skeletons.tsx";
import type { AdvancedSettingsProps } from "./AdvancedSettings.tsx";

const settings = loadable(() => import("./AdvancedSettings.tsx").then(({ AdvancedSettings }) => AdvancedSettings));
const LazySettings = lazy(() => settings.load().then((AdvancedSettings) => ({ default: AdvancedSettings })));

/** On what opens the settings: the code for them is loaded when it is about to be pressed. */
export const preloadSettingsProps = preload(settings.load);

/** The settings of a conversation. They stand behind a button, and are loaded when it is used. */
export function LazyAdvancedSettings(props: AdvancedSettingsProps) {
  // Of this mount: what is being typed into is not put in the place of itself when something else is drawn.
  const [Loaded] = useState(() => settings.loaded());
  return (
    <Suspense fallback={<ListSkeleton label="Loading the settings" />}>
      {Loaded ? <Loaded {...props} /> : <LazySettings {...props} />}
    </Suspense>
  );
}
