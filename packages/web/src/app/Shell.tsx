import type { PublicConfig, SessionUser } from "@lectern/contract";
import { IconLayoutSidebarLeftExpand } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef } from "react";
import { IconButton } from "../ui/IconButton.tsx";
import { OfflineBar } from "./OfflineBar.tsx";
import { Panel } from "./Panel.tsx";
import classes from "./Shell.module.css";
import { ThemeToggle } from "./ThemeToggle.tsx";
import { type PanelState, usePanel } from "./usePanel.ts";

interface ShellProps {
  user: SessionUser;
  config: PublicConfig;
  /** What the tab Chats shows. */
  sidebar: ReactNode;
  /** Title, model and actions of what is open; between the panel's button and the theme's. */
  header: ReactNode;
  /** The conversations' state id: `init` until they are open, then another one at each change. */
  stateId: string;
  /** What is open. */
  children: ReactNode;
}

/** The frame of the signed-in application: panel, header and the place for what is open. */
export function Shell({ user, config, sidebar, header, stateId, children }: ShellProps) {
  const panel = usePanel(user.id);
  const { panelRef, toggleRef } = usePanelFocus(panel);
  const isCovered = panel.isOver && panel.isOpen;
  return (
    <div className={classes.shell} data-panel={panel.isOpen ? "open" : "closed"}>
      <OfflineBar />
      <div className={classes.frame}>
        <aside ref={panelRef} className={classes.panel} aria-label="Side panel" inert={!panel.isOpen} tabIndex={-1}>
          <Panel user={user} config={config} sidebar={sidebar} onClose={panel.close} />
        </aside>
        {isCovered && <div className={classes.scrim} aria-hidden onClick={panel.close} />}
        <div className={classes.main} inert={isCovered}>
          <header className={classes.header}>
            {!panel.isOpen && (
              <IconButton ref={toggleRef} name="Open the side panel" onClick={panel.toggle}>
                <IconLayoutSidebarLeftExpand size={20} stroke={1.6} />
              </IconButton>
            )}
            <div className={classes.slot}>{header}</div>
            <ThemeToggle userId={user.id} />
          </header>
          <main className={classes.content} data-conversation-state={stateId}>
            {children}
          </main>
        </div>
      </div>
    </div>
  );
}

/** Moves the focus into the panel that lies over the page, and back to its button; Esc closes it. */
function usePanelFocus(panel: PanelState) {
  const panelRef = useRef<HTMLElement>(null);
  const toggleRef = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(panel.isOpen);
  const { isOpen, isOver, close } = panel;

  useEffect(() => {
    if (wasOpen.current === isOpen) return;
    wasOpen.current = isOpen;
    if (isOpen) panelRef.current?.focus({ preventScroll: true });
    else if (isNowhereElse(document.activeElement, panelRef.current)) toggleRef.current?.focus({ preventScroll: true });
  }, [isOpen]);

  useEffect(() => {
    if (!isOpen || !isOver) return;
    const onKeyDown = (event: KeyboardEvent) => {
      // A dialog or a menu above the panel closes alone.
      const isAbove =
        event.target instanceof Element && event.target.closest("[role=dialog],[role=alertdialog],[role=menu]");
      if (event.key === "Escape" && !event.defaultPrevented && !isAbove) close();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [isOpen, isOver, close]);

  return { panelRef, toggleRef };
}

/** Whether the focus is still in the panel that went, or already lost. */
function isNowhereElse(focused: Element | null, panel: HTMLElement | null): boolean {
  return !focused || focused === document.body || panel?.contains(focused) === true;
}
