import type { PublicConfig, SessionUser } from "@lectern/contract";
import { Tabs } from "@mantine/core";
import { IconLayoutSidebarLeftCollapse } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense } from "react";
import { usePanelTab } from "../../entities/shell/focusTargets.ts";
import { SignOutButton } from "../../features/identity/SignOutButton.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Logo } from "../../ui/Logo.tsx";
import { ListSkeleton } from "../../ui/Skeletons.tsx";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import classes from "./LeftPanel.module.css";

const SettingsTab = lazy(() => import("../SettingsTab.tsx").then(({ SettingsTab }) => ({ default: SettingsTab })));

interface PanelProps {
  user: SessionUser;
  config: PublicConfig;
  sidebar: ReactNode;
  onClose: () => void;
}

/** The left panel: the product's name, the tabs, and who is signed in. */
export function Panel({ user, config, sidebar, onClose }: PanelProps) {
  const { tab } = usePanelTab();
  return (
    <div className={classes.root}>
      <div className={classes.top}>
        <Logo size={24} />
        <span className={classes.product}>{config.productName}</span>
        <IconButton name="Close the side panel" onClick={onClose} className={classes.close}>
          <IconLayoutSidebarLeftCollapse size={20} stroke={1.6} />
        </IconButton>
      </div>
      <Tabs
        value={tab}
        onChange={(next) => usePanelTab.setState({ tab: next === "settings" ? "settings" : "chats" })}
        // For all tabs, because a panel cannot refuse what its tabs say; what is hidden would be loaded and drawn all the same.
        keepMounted={false}
        classNames={{ root: classes.tabs, list: classes.list, tab: classes.tab, panel: classes.tabPanel }}
      >
        <Tabs.List grow>
          <Tabs.Tab value="chats">Chats</Tabs.Tab>
          <Tabs.Tab value="settings">Settings</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="chats" keepMounted>
          <ErrorBoundary what="The list">{sidebar}</ErrorBoundary>
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <ErrorBoundary what="Settings">
            <Suspense fallback={<ListSkeleton rows={3} label="Loading the settings" />}>
              <SettingsTab config={config} />
            </Suspense>
          </ErrorBoundary>
        </Tabs.Panel>
      </Tabs>
      <div className={classes.foot}>
        <SignOutButton user={user} />
      </div>
    </div>
  );
}
