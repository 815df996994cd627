import type { PublicConfig, SessionUser } from "@lectern/contract";
import { IconLayoutSidebarLeftExpand, IconLayoutSidebarRightExpand } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from "react";
import { flushSync } from "react-dom";
import { revealWith, type SoughtField, usePanelTab } from "../../entities/shell/focusTargets.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { ListSkeleton } from "../../ui/Skeletons.tsx";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { Panel } from "./LeftPanel.tsx";
import { OfflineBar } from "./OfflineBar.tsx";
import classes from "./Shell.module.css";
import { ThemeToggle } from "./ThemeToggle.tsx";
import { type PanelState, usePanel } from "./usePanel.ts";
import { usePanelFocus } from "./usePanelFocus.ts";

const RightPanel = lazy(() => import("./RightPanel.tsx").then(({ RightPanel }) => ({ default: RightPanel })));

interface ShellProps {
  user: SessionUser;
  config: PublicConfig;
  /** What the tab Chats shows. */
  sidebar: ReactNode;
  /** Title, model and actions of what is open; between the panel's button and the theme's. */
  header: ReactNode;
  /** The conversations' state id: `init` until they are open, then another one at each change. */
  stateId: string;
  /** Why no other conversation can be opened now, which a prompt would; null: one can. */
  blockedReason: string | null;
  /** What is open. */
  children: ReactNode;
}

/** The frame of the signed-in application: a panel on each side, header and the place for what is open. */
export function Shell({ user, config, sidebar, header, stateId, blockedReason, children }: ShellProps) {
  const left = usePanel(user.id, "showChatbar");
  const right = usePanel(user.id, "showPromptbar");
  const [wasRightOpened, setWasRightOpened] = useState(right.isOpen);
  if (right.isOpen && !wasRightOpened) setWasRightOpened(true);
  const leftFocus = usePanelFocus(left);
  const rightFocus = usePanelFocus(right);
  // At once, because the field can take the focus only then.
  const reveal = useEffectEvent((field: SoughtField) =>
    flushSync(() => {
      if (right.isOver) right.close();
      if (field === "Search conversations") {
        usePanelTab.setState({ tab: "chats" });
        if (!left.isOpen) left.open();
      } else if (left.isOver) left.close();
    }),
  );
  useEffect(() => revealWith((field) => reveal(field)), []);
  const over = [left, right].find(({ isOver, isOpen }) => isOver && isOpen);
  return (
    <div className={classes.shell} data-left={stateOf(left)} data-right={stateOf(right)}>
      <OfflineBar />
      <div className={classes.frame}>
        <aside
          ref={leftFocus.panelRef}
          className={`${classes.panel} ${classes.left}`}
          aria-label="Side panel"
          inert={!left.isOpen}
          tabIndex={-1}
        >
          <Panel user={user} config={config} sidebar={sidebar} onClose={left.close} />
        </aside>
        {over && <div className={classes.scrim} aria-hidden onClick={over.close} />}
        <div className={classes.main} inert={over !== undefined}>
          <header className={classes.header}>
            {!left.isOpen && (
              <IconButton ref={leftFocus.toggleRef} name="Open the side panel" onClick={left.toggle}>
                <IconLayoutSidebarLeftExpand size={20} stroke={1.6} />
              </IconButton>
            )}
            <div className={classes.slot}>{header}</div>
            <ThemeToggle userId={user.id} />
            {!right.isOpen && (
              <IconButton ref={rightFocus.toggleRef} name="Open the prompts" onClick={right.toggle}>
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
          aria-label="Prompts"
          inert={!right.isOpen}
          tabIndex={-1}
        >
          {wasRightOpened && (
            <ErrorBoundary what="The panel of prompts">
              <Suspense fallback={<ListSkeleton label="Loading the prompts" />}>
                <RightPanel userId={user.id} blockedReason={blockedReason} onClose={right.close} />
              </Suspense>
            </ErrorBoundary>
          )}
        </aside>
      </div>
    </div>
  );
}

const stateOf = ({ isOpen }: PanelState) => (isOpen ? "open" : "closed");
