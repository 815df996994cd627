import { t } from "@lingui/core/macro";
import { Button, Tabs } from "@mantine/core";
import { IconReload } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { operationsQuery } from "../../entities/assistants/operationsQuery.ts";
import { useSession } from "../../entities/session/session.ts";
import { changeSiteAdminTab, type SiteAdminRoute } from "../../entities/shell/siteAdminRoute.ts";
import { CallError } from "../../lib/callError.ts";
import { useIsWide } from "../../lib/device.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { ConfirmDialog } from "../../ui/modal/ConfirmDialog.tsx";
import { notifyError } from "../../ui/notices/notify.tsx";
import { placeInDialogFoot } from "../../ui/notices/placeInDialogFoot.ts";
import { ListSkeleton } from "../../ui/Skeletons.tsx";
import tabClasses from "../../ui/tabs.module.css";
import classes from "./Admin.module.css";
import { AdminSection } from "./AdminSection.tsx";
import { addNewEntries } from "./addNewEntries.ts";
import { auditKey } from "./audit/auditQueries.ts";
import { discardConfigDrafts, hasConfigDrafts, useConfigDrafts } from "./configDrafts.ts";
import { embeddingQueueQuery } from "./embeddings/embeddingQueueQuery.ts";
import { FirstSteps } from "./firstSteps/FirstSteps.tsx";
import { firstStepsQuery } from "./firstSteps/firstStepsQuery.ts";
import { getErrorDetails } from "./getErrorDetails.ts";
import { useNewEntries } from "./newEntries.ts";
import { listOperationDrafts, useOperationDrafts } from "./operations/operationDrafts.ts";
import { peopleKey } from "./people/peopleQueries.ts";
import { AdminSearch } from "./search/AdminSearch.tsx";
import { useSettingFocus } from "./search/useSettingFocus.ts";
import { useEndpointTests } from "./sections/endpoints/useEndpointTests.tsx";
import { modelServersQuery } from "./sections/endpoints/useModelServers.ts";
import { useZeroLimitQuestion } from "./sections/useZeroLimitQuestion.tsx";
import { type SiteConfigs, siteConfigQuery } from "./siteConfigQuery.ts";
import { adminTabs } from "./tabs.ts";
import { adminTabIds, getTabTexts } from "./tabTitles.ts";
import { usageReportKey } from "./usage/usageReportQuery.ts";
import { useSaveConfigs } from "./useSaveConfigs.ts";
import { useSectionRefresh } from "./useSectionRefresh.ts";

/** The configuration while it is loaded, and then its form. It closes if it cannot be loaded. */
export function AdminForm({ route, onFailed }: { route: SiteAdminRoute; onFailed: () => void }) {
  const { data: configs, error, refetch } = useQuery({ ...siteConfigQuery, retry: false });
  const session = useSession();
  const isGated = session.status === "signedIn" && session.mustAcceptDisclosure;
  const close = useEffectEvent(() => {
    // The agreement, which covers the page, says why.
    if (!error || isDisclosureRequired(error)) return;
    notifyError(t`Unable to fetch admin configurations at this time. Please try again.`, getErrorDetails(error));
    if (!configs) onFailed();
  });
  useEffect(() => {
    if (error) close();
  }, [error]);
  const wasGatedRef = useRef(isGated);
  const readAgain = useEffectEvent(() => void refetch());
  // What was saved while the agreement was missing could not be read again, and neither could its revision.
  useEffect(() => {
    if (wasGatedRef.current && !isGated) readAgain();
    wasGatedRef.current = isGated;
  }, [isGated]);
  // Otherwise they would push the form down.
  const { isPending: areFirstStepsLoading } = useQuery(firstStepsQuery);
  if (!configs || areFirstStepsLoading) {
    return (
      <div className={classes.scroller} aria-busy="true">
        <ListSkeleton label={t`Loading the configuration`} />
      </div>
    );
  }
  return <LoadedForm route={route} configs={configs} onReload={() => void refetch()} />;
}

const isDisclosureRequired = (error: Error) =>
  error instanceof CallError && error.fields.error === "DisclosureRequired";

/** Mantine moves only the focus to the first and the last tab, although the arrow keys open tabs. */
function openOuterTab({ key }: KeyboardEvent): void {
  const id = key === "Home" ? adminTabIds[0] : key === "End" ? adminTabIds.at(-1) : undefined;
  if (id) changeSiteAdminTab(id);
}

interface LoadedFormProps {
  route: SiteAdminRoute;
  configs: SiteConfigs;
  onReload: () => void;
}

function LoadedForm({ route, configs, onReload }: LoadedFormProps) {
  const drafts = useConfigDrafts((state) => state.drafts);
  const newEntries = useNewEntries();
  const areOperationsDrafted = useOperationDrafts((state) => listOperationDrafts(state).length > 0);
  const { save, isSaving, results, forgetResults } = useSaveConfigs(configs);
  const { testAndSave, isTesting, question } = useEndpointTests(save);
  const { askAndSave, zeroLimitQuestion } = useZeroLimitQuestion(testAndSave);
  const cache = useQueryClient();
  // There are too many tabs for one row of a wide window, and more to come.
  const isListBeside = useIsWide();
  const [isAsking, setIsAsking] = useState(false);
  const selectedId = adminTabIds.find((id) => id === route.tab) ?? adminTabIds[0];
  useSectionRefresh(selectedId);
  const listRef = useRef<HTMLDivElement>(null);
  const isTabUnknown = route.tab !== null && route.tab !== selectedId;
  useEffect(() => {
    if (isTabUnknown) changeSiteAdminTab(selectedId);
  }, [isTabUnknown, selectedId]);
  // A narrow or low window does not show all tabs at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list scrolls the other way where it stands elsewhere
  useEffect(() => {
    listRef.current?.querySelector(`[data-tab=${selectedId}]`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [selectedId, isListBeside]);
  const panelsRef = useRef<HTMLDivElement>(null);
  useSettingFocus(panelsRef, selectedId, route.setting);
  const reload = () => {
    discardConfigDrafts();
    forgetResults();
    onReload();
    // What stands beside the sections, such as the model servers and the counts.
    void cache.invalidateQueries(modelServersQuery);
    void cache.invalidateQueries(firstStepsQuery);
    void cache.invalidateQueries(embeddingQueueQuery);
    void cache.invalidateQueries(operationsQuery);
    void cache.invalidateQueries({ queryKey: peopleKey });
    void cache.invalidateQueries({ queryKey: auditKey });
    void cache.invalidateQueries({ queryKey: usageReportKey });
  };
  const submit = () => {
    addNewEntries(configs);
    askAndSave(useConfigDrafts.getState().drafts);
  };
  return (
    <Tabs
      value={selectedId}
      onChange={(id) => id !== null && changeSiteAdminTab(id)}
      keepMounted={false}
      orientation={isListBeside ? "vertical" : "horizontal"}
      classNames={{
        root: classes.tabs,
        list: `${tabClasses.list} ${classes.tabList}`,
        tab: `${tabClasses.tab} ${classes.tab}`,
        tabLabel: classes.tabLabel,
      }}
    >
      <AdminSearch />
      <Tabs.List ref={listRef}>
        {adminTabIds.map((id) => {
          const isChanged =
            adminTabs[id].types.some((type) => drafts[type] !== undefined || newEntries[type]) ||
            (id === "operations" && areOperationsDrafted);
          const { title } = getTabTexts(id);
          return (
            <Tabs.Tab
              key={id}
              value={id}
              data-tab={id}
              onKeyDown={openOuterTab}
              aria-label={isChanged ? t`${title}, not saved` : undefined}
            >
              {isChanged ? `${title} *` : title}
            </Tabs.Tab>
          );
        })}
      </Tabs.List>
      {/* Each tab begins at its top. */}
      <div key={selectedId} ref={panelsRef} className={classes.scroller} tabIndex={-1}>
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
      <div ref={placeInDialogFoot} className={classes.footer}>
        <IconButton
          name={t`Reload the configuration`}
          onClick={() => (hasConfigDrafts() ? setIsAsking(true) : reload())}
        >
          <IconReload size={18} stroke={1.6} />
        </IconButton>
        <Button loading={isSaving || isTesting} onClick={submit}>{t`Save Changes`}</Button>
      </div>
      {question}
      {zeroLimitQuestion}
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
