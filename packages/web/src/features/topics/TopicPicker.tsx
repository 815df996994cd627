import { t } from "@lingui/core/macro";
import { IconListDetails } from "@tabler/icons-react";
import type { ConversationControlProps } from "../../entities/chat/slots/chatSlots.ts";
import { useFlag } from "../../entities/flags/useFlag.ts";
import { createLazyComponent } from "../../lib/preload/createLazyComponent.ts";
import { getPreloadProps } from "../../lib/preload/getPreloadProps.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { OverlaySuspense } from "../../ui/OverlaySuspense.tsx";
import { useMenuButton } from "../../ui/useMenuButton.ts";
import classes from "./TopicPicker.module.css";

const TopicMenu = createLazyComponent(() => import("./TopicMenu.tsx").then(({ TopicMenu }) => TopicMenu));

/** The button in the header that lists the topics of the conversation. */
export function TopicPicker({ conversation }: ConversationControlProps) {
  const hasTopics = useFlag("focusedMessages");
  const { isOpen, id, close, buttonProps } = useMenuButton();
  if (!hasTopics) return null;
  return (
    <span className={classes.anchor}>
      <IconButton
        {...buttonProps}
        name={t`Topics`}
        className={classes.button}
        aria-haspopup="menu"
        {...getPreloadProps(TopicMenu.load)}
      >
        <IconListDetails size={18} stroke={1.6} />
      </IconButton>
      {isOpen && (
        <OverlaySuspense isOpen onClose={close}>
          <TopicMenu conversation={conversation} labelledBy={id} onClose={close} />
        </OverlaySuspense>
      )}
    </span>
  );
}
