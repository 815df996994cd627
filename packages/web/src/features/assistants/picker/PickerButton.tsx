import { t } from "@lingui/core/macro";
import { IconAt } from "@tabler/icons-react";
import { lazy } from "react";
import type { ComposerToolProps } from "../../../entities/chat/slots/chatSlots.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { OverlaySuspense } from "../../../ui/OverlaySuspense.tsx";
import { useMenuButton } from "../../../ui/useMenuButton.ts";
import classes from "./PickerButton.module.css";

const AssistantMenu = lazy(() =>
  import("./AssistantMenu.tsx").then(({ AssistantMenu }) => ({ default: AssistantMenu })),
);

/** The button beside the message field that opens the list of assistants. */
export function PickerButton({ conversation }: ComposerToolProps) {
  const { isOpen, close, buttonProps } = useMenuButton();
  return (
    <span className={classes.anchor}>
      <IconButton
        name={t`Select Assistants`}
        size={36}
        aria-haspopup="listbox"
        {...buttonProps}
        // Loads the list before it is needed.
        onPointerEnter={() => void import("./AssistantMenu.tsx").catch(() => {})}
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
