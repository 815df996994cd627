import { t } from "@lingui/core/macro";
import { Button, Tabs } from "@mantine/core";
import { IconRefresh, IconShare } from "@tabler/icons-react";
import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { reloadSavedArtifacts } from "../../entities/artifacts/savedArtifacts.ts";
import { reloadShares, sharesKey } from "../../entities/shares/shareQueries.ts";
import { openDialog } from "../../entities/shell/dialogs.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import tabClasses from "../../ui/tabs.module.css";
import { ReceivedShares } from "./ReceivedShares.tsx";
import { SentShares } from "./SentShares.tsx";
import classes from "./ShareTab.module.css";

/** The tab of the side panel with what others have shared with the person, and what the person has shared. */
export function ShareTab() {
  const cache = useQueryClient();
  const isLoading = useIsFetching({ queryKey: sharesKey }) > 0;
  return (
    <div className={classes.root}>
      <div className={classes.buttons}>
        <Button
          variant="default"
          className={classes.share}
          leftSection={<IconShare size={18} stroke={1.6} aria-hidden />}
          onClick={() => openDialog("share")}
        >
          {t`Share with Other Users`}
        </Button>
        <IconButton
          name={t`Refresh`}
          className={classes.refresh}
          data-loading={isLoading || undefined}
          onClick={() => void Promise.all([reloadShares(cache), reloadSavedArtifacts(cache)])}
        >
          <IconRefresh size={18} stroke={1.6} />
        </IconButton>
      </div>
      <Tabs
        defaultValue="received"
        keepMounted={false}
        classNames={{ root: classes.tabs, list: tabClasses.list, tab: tabClasses.tab, panel: classes.panel }}
      >
        <Tabs.List>
          <Tabs.Tab value="received">{t`Shared With You`}</Tabs.Tab>
          <Tabs.Tab value="sent">{t`Items You Shared`}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="received">
          <ReceivedShares />
        </Tabs.Panel>
        <Tabs.Panel value="sent">
          <SentShares />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}
