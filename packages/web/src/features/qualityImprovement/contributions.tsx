import type { ComponentType } from "react";
import type { ComposerToolContribution, ComposerToolProps } from "../../entities/chat/slots/chatSlots.ts";
import { useFlag } from "../../entities/flags/useFlag.ts";
import { lazy } from "../../lib/preload/lazy.ts";

const LazyComposerButton = lazy<ComponentType<ComposerToolProps>>(() =>
  import("./ComposerButton.tsx").then(
    ({ ComposerButton }) => ({ default: ComposerButton }),
    () => ({ default: () => null }),
  ),
);

/**
 * The composer tool that sends a summary of the conversation to the institution. It is shown while the field is empty,
 * in the place where the optimizer is once there is a text, so that the field gets no narrower.
 */
export const composerQuality: ComposerToolContribution = {
  id: "qualityImprovement",
  EndButton(props) {
    const isOn = useFlag("qiSummary");
    const hasAnswer = props.conversation.messages.some(({ role, content }) => role === "assistant" && content !== "");
    return isOn && hasAnswer && props.text.trim() === "" && <LazyComposerButton {...props} />;
  },
};
