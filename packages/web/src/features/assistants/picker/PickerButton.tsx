import { t } from "@lingui/core/macro";
import { IconAt } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { assistantsQuery } from "../../../entities/assistants/useAssistants.ts";
import type { ComposerToolProps } from "../../../entities/chat/slots/chatSlots.ts";
import { createLazyComponent } from "../../../lib/preload/createLazyComponent.ts";
import { usePreloadWhenIdle } from "../../../lib/preload/usePreloadWhenIdle.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { OverlaySuspense } from "../../../ui/OverlaySuspense.tsx";
import { useMenuButton } from "../../../ui/useMenuButton.ts";
import classes from "./PickerButton.module.css";

const AssistantMenu = createLazyComponent(() =>
  import("./AssistantMenu.tsx").then(({ AssistantMenu }) => AssistantMenu),
);

/** The button beside the message field that opens the list of assistants. */
export function PickerButton({ conversation }: ComposerToolProps) {
  const cache = useQueryClient();
  const { isOpen, close, buttonProps } = useMenuButton();
  usePreloadWhenIdle(AssistantMenu.load);
  const preload = () => {
    AssistantMenu.load().catch(() => {});
    void cache.prefetchQuery(assistantsQuery);
  };
  return (
    <span className={classes.anchor}>
      <IconButton
        name={t`Select Assistants`}
        size={36}
        aria-haspopup="listbox"
        {...buttonProps}
        onPointerEnter={preload}
        onFocus={preload}
      >
        <IconAt size={20} stroke={1.6} />
      </IconButton>
      {isOpen && (
        <OverlaySuspense isOpen onClose={close}>
          <AssistantMenu conversation={conversation} onClose={close} />
        </OverlaySuspense>
      )}
    </span>
  );
}
