import { t } from "@lingui/core/macro";
import { Suspense } from "react";
import { createLazyComponent } from "../../../lib/preload/createLazyComponent.ts";
import { getPreloadProps } from "../../../lib/preload/getPreloadProps.ts";
import { ListSkeleton } from "../../../ui/Skeletons.tsx";
import type { AdvancedSettingsProps } from "./AdvancedSettings.tsx";

const AdvancedSettings = createLazyComponent(() =>
  import("./AdvancedSettings.tsx").then(({ AdvancedSettings }) => AdvancedSettings),
);

/** Props for the button that opens the settings. They preload the code when the button is about to be pressed. */
export const preloadSettingsProps = getPreloadProps(AdvancedSettings.load);

/** The settings of a conversation. Their code is loaded when their button is hovered, focused or pressed. */
export function LazyAdvancedSettings(props: AdvancedSettingsProps) {
  return (
    <Suspense fallback={<ListSkeleton label={t`Loading settings`} />}>
      <AdvancedSettings {...props} />
    </Suspense>
  );
}
