import { type ComponentProps, useEffect, useEffectEvent } from "react";
import { createLoadable } from "../../../lib/loadable.ts";
import { getPreloadProps } from "../../../lib/preload/getPreloadProps.ts";
import { useLoadable } from "../../../lib/useLoadable.ts";
import { notifyFailure } from "../../../ui/notices/notify.tsx";
import type { ChatSettings } from "./ChatSettings.tsx";

const loadableSettings = createLoadable(() => import("./ChatSettings.tsx").then(({ ChatSettings }) => ChatSettings));

/** Props for the element that opens the settings. They preload the code when it is about to be pressed. */
export const preloadChatSettingsProps = getPreloadProps(loadableSettings.load);

/** The popover with the settings of a conversation. Without its code, it shows a notice, and loads it when opened again. */
export function LazyChatSettings(props: ComponentProps<typeof ChatSettings>) {
  const { isOpen, onOpenChange } = props;
  const { loaded: LoadedSettings, load } = useLoadable(loadableSettings);
  const showFailure = useEffectEvent((error: unknown) => {
    onOpenChange(false);
    notifyFailure(error);
  });
  const isMissing = isOpen && LoadedSettings === null;
  useEffect(() => {
    if (isMissing) load().catch((error: unknown) => showFailure(error));
  }, [isMissing, load]);
  return LoadedSettings && <LoadedSettings {...props} />;
}
