import { t } from "@lingui/core/macro";
import { IconDots } from "@tabler/icons-react";
import { use, useCallback } from "react";
import { ChatSlotsContext } from "../../../entities/chat/slots/chatSlots.ts";
import { createLazyComponent } from "../../../lib/preload/createLazyComponent.ts";
import { getPreloadProps } from "../../../lib/preload/getPreloadProps.ts";
import { usePreloadWhenIdle } from "../../../lib/preload/usePreloadWhenIdle.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { OverlaySuspense } from "../../../ui/OverlaySuspense.tsx";
import { useMenuButton } from "../../../ui/useMenuButton.ts";
import classes from "./ChatHeader.module.css";
import type { HeaderMenuButtonProps } from "./headerMenuProps.ts";

const HeaderMenu = createLazyComponent(() => import("./HeaderMenu.tsx").then(({ HeaderMenu }) => HeaderMenu));

/** The menu for rare actions and, on a narrow screen, for those that do not fit into the header. */
export function HeaderMenuButton(props: HeaderMenuButtonProps) {
  const { isOpen, id, close, buttonProps } = useMenuButton();
  const { load: loadItems } = use(ChatSlotsContext).ConversationItems;
  // Both at once, so that the menu does not wait for the one after the other.
  const load = useCallback(() => Promise.all([HeaderMenu.load(), loadItems()]), [loadItems]);
  usePreloadWhenIdle(load);
  return (
    <span className={classes.menuAnchor}>
      <IconButton {...buttonProps} name={t`More actions`} aria-haspopup="menu" {...getPreloadProps(load)}>
        <IconDots size={20} stroke={1.6} />
      </IconButton>
      {isOpen && (
        <OverlaySuspense isOpen onClose={close}>
          <HeaderMenu {...props} labelledBy={id} onClose={close} />
        </OverlaySuspense>
      )}
    </span>
  );
}
