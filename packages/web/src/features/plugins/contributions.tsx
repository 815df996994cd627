import type { ComposerToolContribution } from "../../entities/chat/slots/chatSlots.ts";
import { usePluginSources } from "../../entities/plugins/pluginStates.ts";
import { isSwitchedOff, pluginIds } from "../../entities/plugins/plugins.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import { lazy } from "../../lib/preload/lazy.ts";
import { SelectorOverlay } from "./SelectorOverlay.tsx";

const OffFeatures = lazy(() => import("./OffFeatures.tsx").then(({ OffFeatures }) => ({ default: OffFeatures })));

/** Turns features on and off for the next messages, and shows above the message field which of them are off. */
export const featureSelector: ComposerToolContribution = {
  id: "features",
  Shelf: OffFeaturesShelf,
  Overlay: SelectorOverlay,
};

function OffFeaturesShelf() {
  const sources = usePluginSources(useWorkspace().user.id);
  return pluginIds.some((id) => isSwitchedOff(id, sources)) && <OffFeatures />;
}
