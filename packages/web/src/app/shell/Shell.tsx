import { t } from "@lingui/core/macro";
import { IconLayoutSidebarLeftExpand, IconLayoutSidebarRightExpand, IconMessagePlus } from "@tabler/icons-react";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { flushSync } from "react-dom";
import { registerFocusHandler } from "../../entities/shell/focusTargets.ts";
import {
  type PanelSide,
  type PanelTabContribution,
  registerPanelHandler,
  usePanelTabs,
} from "../../entities/shell/panels.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import { formatList } from "../../lib/i18n/formats.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { Logo } from "../../ui/Logo.tsx";
import { OfflineBar } from "./OfflineBar.tsx";
import classes from "./Shell.module.css";
import panelClasses from "./SidePanel.module.css";
import { SidePanel } from "./SidePanel.tsx";
import { SiteBanner } from "./SiteBanner.tsx";
import { type PanelState, usePanel } from "./usePanel.ts";
import { usePanelFocus } from "./usePanelFocus.ts";

interface ShellProps {
  panelTabs: readonly PanelTabContribution[];
  /** The content at the bottom of the left panel. */
  panelFooter: ReactNode;
  /** The content at the bottom of the right panel; false: none. */
  rightPanelFooter: ReactNode;
  /**
   * Title, model and actions of the open conversation, between the panel buttons; false: none. On a narrow screen its
   * menu opens the right panel.
   */
  header: ReactNode;
  /** The conversation state id that `useConversationStateId` returns. */
  stateId: string;
  /** The open conversation or page. */
  children: ReactNode;
}

/** The frame of the signed-in application: a panel on each side, a header, and the open conversation or page. */
export function Shell({ panelTabs, panelFooter, rightPanelFooter, header, stateId, children }: ShellProps) {
  const { user, config, blockedReason, startConversation } = useWorkspace();
  const left = usePanel(user.id, "showChatbar");
  const right = usePanel(user.id, "showPromptbar");
  const [wasRightOpened, setWasRightOpened] = useState(right.isOpen);
  if (right.isOpen && !wasRightOpened) setWasRightOpened(true);
  const leftFocus = usePanelFocus(left);
  const rightFocus = usePanelFocus(right);
  // Open the panel synchronously, because a hidden field cannot receive the focus.
  const reveal = useEffectEvent((tab: string | null) =>
    flushSync(() => {
      if (right.isOverlay) right.close();
      if (tab !== null) {
        usePanelTabs.setState({ left: tab });
        if (!left.isOpen) left.open();
      } else if (left.isOverlay) left.close();
    }),
  );
  useEffect(() => registerFocusHandler((tab) => reveal(tab)), []);
  const openPanel = useEffectEvent((side: PanelSide) => {
    const [panel, other] = side === "left" ? [left, right] : [right, left];
    if (other.isOverlay) other.close();
    panel.open();
  });
  const closePanel = useEffectEvent((side: PanelSide) => {
    const [panel, { panelRef }] = side === "left" ? [left, leftFocus] : [right, rightFocus];
    if (!panel.isOpen) return;
    panel.close();
    requestAnimationFrame(() => {
      for (const transition of panelRef.current?.getAnimations() ?? []) transition.finish();
    });
  });
  useEffect(() => registerPanelHandler({ open: (side) => openPanel(side), close: (side) => closePanel(side) }), []);
  const leftTabs = panelTabs.filter(({ side }) => side === "left");
  const rightTabs = panelTabs.filter(({ side }) => side === "right");
  const rightName = formatList(rightTabs.map(({ label }) => label));
  const overlayPanel = [left, right].find(({ isOverlay, isOpen }) => isOverlay && isOpen);
  const hasOverlay = overlayPanel !== undefined;
  return (
    <div
      className={classes.shell}
      data-left={stateOf(left)}
      data-right={stateOf(right)}
      data-panel-overlay={hasOverlay || undefined}
    >
      <OfflineBar />
      <SiteBanner />
      <div className={classes.frame}>
        <aside
          ref={leftFocus.panelRef}
          className={`${classes.panel} ${classes.left}`}
          aria-label={t`Side panel`}
          inert={!left.isOpen}
          tabIndex={-1}
        >
          <SidePanel
            side="left"
            tabs={leftTabs}
            title={
              <>
                <Logo size={24} />
                <span className={panelClasses.product}>{config.productName}</span>
              </>
            }
            closeName={t`Close the side panel`}
            footer={panelFooter}
            onClose={left.close}
          />
        </aside>
        {overlayPanel && <div className={classes.scrim} aria-hidden onClick={overlayPanel.close} />}
        <div className={classes.main} inert={hasOverlay}>
          <header className={classes.header}>
            {!left.isOpen && (
              <IconButton ref={leftFocus.toggleRef} name={t`Open the side panel`} onClick={left.toggle}>
                <IconLayoutSidebarLeftExpand size={20} stroke={1.6} />
              </IconButton>
            )}
            <div className={classes.slot}>{header}</div>
            {!left.isOpen && (
              <IconButton
                name={blockedReason === null ? t`New chat` : t`New chat. ${blockedReason}`}
                aria-disabled={blockedReason !== null || undefined}
                onClick={() => blockedReason === null && startConversation()}
              >
                <IconMessagePlus size={20} stroke={1.6} />
              </IconButton>
            )}
            {!right.isOpen && !(right.isOverlay && header) && (
              <IconButton ref={rightFocus.toggleRef} name={t`Show ${rightName}`} onClick={right.toggle}>
                <IconLayoutSidebarRightExpand size={20} stroke={1.6} />
              </IconButton>
            )}
          </header>
          <main className={classes.content} data-conversation-state={stateId}>
            {children}
          </main>
        </div>
        <aside
          ref={rightFocus.panelRef}
          className={`${classes.panel} ${classes.right}`}
          aria-label={rightName}
          inert={!right.isOpen}
          tabIndex={-1}
        >
          {wasRightOpened && (
            <SidePanel
              side="right"
              tabs={rightTabs}
              title={<h2 className={panelClasses.heading}>{rightName}</h2>}
              closeName={t`Hide ${rightName}`}
              footer={rightPanelFooter}
              onClose={right.close}
            />
          )}
        </aside>
      </div>
    </div>
  );
}

const stateOf = ({ isOpen }: PanelState) => (isOpen ? "open" : "closed");
