import { t } from "@lingui/core/macro";
import { Button, Tabs } from "@mantine/core";
import { IconReload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { changeSiteAdminTab } from "../../entities/shell/siteAdminRoute.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { ConfirmDialog } from "../../ui/modal/ConfirmDialog.tsx";
import { notifyError } from "../../ui/notices/notify.tsx";
import { ListSkeleton } from "../../ui/Skeletons.tsx";
import tabClasses from "../../ui/tabs.module.css";
import classes from "./Admin.module.css";
import { AdminSection } from "./AdminSection.tsx";
import { addNewEntries } from "./addNewEntries.ts";
import { discardConfigDrafts, hasConfigDrafts, useConfigDrafts } from "./configDrafts.ts";
import { FirstSteps } from "./firstSteps/FirstSteps.tsx";
import { getReason } from "./getReason.ts";
import { useNewEntries } from "./newEntries.ts";
import { useEndpointTests } from "./sections/endpoints/useEndpointTests.tsx";
import { type SiteConfigs, siteConfigQuery } from "./siteConfigQuery.ts";
import { adminTabs } from "./tabs.ts";
import { adminTabIds, getTabTexts } from "./tabTitles.ts";
import { useSaveConfigs } from "./useSaveConfigs.ts";

/** The configuration while it is loaded, and then its form. It closes if it cannot be loaded. */
export function AdminForm({ tab, onFailed }: { tab: string | null; onFailed: () => void }) {
  const { data: configs, error, refetch } = useQuery({ ...siteConfigQuery, retry: false });
  const close = useEffectEvent(() => {
    if (!error) return;
    notifyError(t`Unable to fetch admin configurations at this time. Please try again.`, { reason: getReason(error) });
    if (!configs) onFailed();
  });
  useEffect(() => {
    if (error) close();
  }, [error]);
  if (!configs) {
    return (
      <div className={classes.scroller} aria-busy="true">
        <ListSkeleton label={t`Loading the configuration`} />
      </div>
    );
  }
  return <LoadedForm tab={tab} configs={configs} onReload={() => void refetch()} />;
}

interface LoadedFormProps {
  /** The one in the URL. */
  tab: string | null;
  configs: SiteConfigs;
  onReload: () => void;
}

function LoadedForm({ tab, configs, onReload }: LoadedFormProps) {
  const drafts = useConfigDrafts((state) => state.drafts);
  const newEntries = useNewEntries();
  const { save, isSaving, results, forgetResults } = useSaveConfigs(configs);
  const { testAndSave, isTesting, question } = useEndpointTests(save);
  const [isAsking, setIsAsking] = useState(false);
  const selectedId = adminTabIds.find((id) => id === tab) ?? adminTabIds[0];
  const listRef = useRef<HTMLDivElement>(null);
  // A narrow window does not show all tabs at once.
  useEffect(() => {
    listRef.current?.querySelector(`[data-tab=${selectedId}]`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [selectedId]);
  const reload = () => {
    discardConfigDrafts();
    forgetResults();
    onReload();
  };
  const submit = () => {
    addNewEntries(configs);
    testAndSave(useConfigDrafts.getState().drafts);
  };
  return (
    <Tabs
      value={selectedId}
      onChange={(id) => id !== null && changeSiteAdminTab(id)}
      keepMounted={false}
      classNames={{ root: classes.tabs, list: `${tabClasses.list} ${classes.tabList}`, tab: tabClasses.tab }}
    >
      <Tabs.List ref={listRef}>
        {adminTabIds.map((id) => {
          const isChanged = adminTabs[id].types.some((type) => drafts[type] !== undefined || newEntries[type]);
          const { title } = getTabTexts(id);
          return (
            <Tabs.Tab key={id} value={id} data-tab={id} aria-label={isChanged ? t`${title}, not saved` : undefined}>
              {isChanged ? `${title} *` : title}
            </Tabs.Tab>
          );
        })}
      </Tabs.List>
      <div className={classes.scroller}>
        {adminTabIds.map((id) => (
          <Tabs.Panel key={id} value={id} className={classes.panel}>
            {id === "configurations" && <FirstSteps />}
            {adminTabs[id].types.map((type) => (
              <AdminSection
                key={type}
                type={type}
                configs={configs}
                result={results[type] ?? null}
                isBusy={isSaving || isTesting}
              />
            ))}
            {adminTabs[id].panels.map((Panel, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
              <Panel key={index} />
            ))}
          </Tabs.Panel>
        ))}
      </div>
      <div className={classes.footer}>
        <IconButton
          name={t`Reload the configuration`}
          onClick={() => (hasConfigDrafts() ? setIsAsking(true) : reload())}
        >
          <IconReload size={18} stroke={1.6} />
        </IconButton>
        <Button loading={isSaving || isTesting} onClick={submit}>{t`Save Changes`}</Button>
      </div>
      {question}
      <ConfirmDialog
        isOpen={isAsking}
        title={t`Unsaved changes`}
        message={t`Your changes to the configuration haven’t been saved.`}
        confirmLabel={t`Discard changes`}
        cancelLabel={t`Keep editing`}
        isDestructive
        onConfirm={() => {
          setIsAsking(false);
          reload();
        }}
        onCancel={() => setIsAsking(false)}
      />
    </Tabs>
  );
}
