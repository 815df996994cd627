import { Tabs } from "@mantine/core";
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarRightCollapse } from "@tabler/icons-react";
import { type ReactNode, Suspense } from "react";
import type { PanelSide, PanelTabContribution } from "../../entities/shell/panels.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { ListSkeleton } from "../../ui/Skeletons.tsx";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import classes from "./SidePanel.module.css";
import { usePanelTab } from "./usePanelTab.ts";

interface SidePanelProps {
  side: PanelSide;
  /** The tabs of this panel; at least one. */
  tabs: readonly PanelTabContribution[];
  title: ReactNode;
  /** The accessible name of the button that closes the panel. */
  closeName: string;
  footer?: ReactNode;
  onClose: () => void;
}

/** The content of a side panel: title, tabs and footer. A single tab is shown without a tab list. */
export function SidePanel({ side, tabs, title, closeName, footer, onClose }: SidePanelProps) {
  const { openId, openTab } = usePanelTab(side, tabs);
  const CloseIcon = side === "left" ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarRightCollapse;
  const [firstTab] = tabs;
  return (
    <div className={classes.root} data-side={side}>
      <div className={classes.top}>
        {title}
        {/* Below the button, the tooltip would cover the tabs. */}
        <IconButton name={closeName} tooltipPosition={side === "left" ? "right" : "left"} onClick={onClose}>
          <CloseIcon size={20} stroke={1.6} />
        </IconButton>
      </div>
      {firstTab && tabs.length === 1 ? (
        <div className={classes.content}>
          <TabContent tab={firstTab} />
        </div>
      ) : (
        <Tabs
          value={openId}
          onChange={openTab}
          // A Tabs.Panel can turn `keepMounted` on but not off.
          keepMounted={false}
          // The effects of a hidden tab stay: the header's menu uses the actions of the list of chats.
          keepMountedMode="display-none"
          classNames={{ root: classes.tabs, list: classes.list, tab: classes.tab, panel: classes.tabPanel }}
        >
          <Tabs.List grow>
            {tabs.map(({ id, label, Mark }) => (
              <Tabs.Tab key={id} value={id}>
                {label}
                {Mark && (
                  <Suspense fallback={null}>
                    <Mark />
                  </Suspense>
                )}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {tabs.map((tab) => (
            <Tabs.Panel key={tab.id} value={tab.id} {...(tab.keepsMounted ? { keepMounted: true } : {})}>
              <TabContent tab={tab} />
            </Tabs.Panel>
          ))}
        </Tabs>
      )}
      {footer && <div className={classes.footer}>{footer}</div>}
    </div>
  );
}

function TabContent({ tab: { subject, loadingLabel, Component } }: { tab: PanelTabContribution }) {
  return (
    <ErrorBoundary subject={subject}>
      <Suspense fallback={<ListSkeleton rows={3} label={loadingLabel} />}>
        <Component />
      </Suspense>
    </ErrorBoundary>
  );
}
