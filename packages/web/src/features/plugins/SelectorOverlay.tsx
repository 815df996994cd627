import { Suspense } from "react";
import type { ComposerOverlayProps } from "../../entities/chat/slots/chatSlots.ts";
import { usePluginSources } from "../../entities/plugins/pluginStates.ts";
import { hasPluginSelector, listPlugins } from "../../entities/plugins/plugins.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import { lazy } from "../../lib/preload/lazy.ts";
import { whenIdle } from "../../lib/preload/whenIdle.ts";
import classes from "./SelectorOverlay.module.css";

/** It is loaded when nothing else is loading. */
const FeatureSelector = lazy(() =>
  new Promise<void>(whenIdle)
    .then(() => import("./FeatureSelector.tsx"))
    .then(({ FeatureSelector }) => ({ default: FeatureSelector })),
);

/** The area over the conversation in which the selector is, for people who have features to turn on and off. */
export function SelectorOverlay({ conversation }: ComposerOverlayProps) {
  const sources = usePluginSources(useWorkspace().user.id);
  const isShown = hasPluginSelector(sources) && listPlugins(sources).length > 0;
  if (!isShown) return null;
  return (
    // Already while the code is loaded, so that nothing moves when it arrives.
    <div className={classes.area} data-below-messages>
      <Suspense fallback={null}>
        <FeatureSelector key={conversation.id} conversation={conversation} />
      </Suspense>
    </div>
  );
}
