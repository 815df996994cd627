import { type ConversationRecord, limits, listGroupConversations } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconEyeOff, IconRefresh, IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { conversationRecordsQuery } from "../../../entities/analytics/analyticsQueries.ts";
import { call } from "../../../lib/call.ts";
import { useIsNarrow } from "../../../lib/device.ts";
import { ExportButton } from "../../../ui/csv/ExportButton.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { LoadFailedBanner } from "../../../ui/LoadFailedBanner.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { ListSkeleton } from "../../../ui/Skeletons.tsx";
import classes from "../Analytics.module.css";
import type { AnalyticsViewProps } from "../analyticsViewProps.ts";
import { isReversed } from "../filter/analysisFilter.ts";
import { FilterBar } from "../filter/FilterBar.tsx";
import { LoadFailed } from "../LoadFailed.tsx";
import { ContentDialog } from "./ContentDialog.tsx";
import styles from "./Conversations.module.css";
import { loadRecordRows } from "./loadRecordRows.ts";
import { Pager } from "./Pager.tsx";
import { RecordCards } from "./RecordCards.tsx";
import { RecordTable } from "./RecordTable.tsx";
import { getRecordColumns } from "./recordColumns.ts";
import { initialRecordsView, type RecordsView, sortByColumn } from "./recordsView.ts";

const pageSize = 50;
const typingPauseMs = 250;

/** The conversations with the assistants of a group, or with one of them. */
export function Conversations({ group, scope, filter, onFilter }: AnalyticsViewProps) {
  const [view, setView] = useState<RecordsView>(initialRecordsView);
  // It stays while the dialog fades out.
  const [opened, setOpened] = useState<{ record: ConversationRecord; isOpen: boolean } | null>(null);
  const isNarrow = useIsNarrow();
  // Each character would be a request.
  const [query] = useDebouncedValue(view.query.trim(), typingPauseMs);
  const { category, sortBy, isDescending } = view;
  const matching = { ...scope, query, ...(category && { category }), sortBy, isDescending };
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...conversationRecordsQuery({ ...matching, offset: view.offset, limit: pageSize }),
    enabled: !isReversed(filter),
  });
  const change = (changes: Partial<RecordsView>) => setView({ ...view, offset: 0, ...changes });
  const isFiltered = view.query !== "" || category !== "";
  const Records = isNarrow ? RecordCards : RecordTable;
  return (
    <div className={classes.view}>
      <FilterBar
        groupId={group.id}
        filter={filter}
        onFilter={(next) => {
          onFilter(next);
          change({ category: "" });
        }}
      >
        <TextInput
          className={styles.search ?? ""}
          type="search"
          aria-label={t`Search chats`}
          placeholder={t`Search`}
          leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
          value={view.query}
          maxLength={limits.searchLength}
          onChange={({ currentTarget }) => change({ query: currentTarget.value })}
        />
        {((data && data.categories.length > 0) || category !== "") && (
          <SelectField
            className={styles.category ?? ""}
            aria-label={t`Category`}
            value={category}
            choices={[
              { value: "", label: t`All categories` },
              ...[...(data?.categories ?? []), ...(category ? [category] : [])].map((name) => ({
                value: name,
                label: name,
              })),
            ]}
            onChange={(name) => change({ category: name })}
          />
        )}
        <IconButton name={t`Refresh`} loading={isFetching} onClick={() => void refetch()}>
          <IconRefresh size={18} stroke={1.8} />
        </IconButton>
        <ExportButton
          fileName="conversations"
          isDisabled={!data || data.total === 0}
          loadRows={() => loadRecordRows((page) => call(listGroupConversations, { ...matching, ...page }))}
        />
      </FilterBar>
      <p className={styles.told}>
        {data?.areIdentitiesHidden ? (
          <>
            <IconEyeOff size={16} stroke={1.8} aria-hidden />
            {t`Your institution hides who people are and what they write.`}
          </>
        ) : (
          t`People are told when you open their chats.`
        )}
      </p>
      {error && data && (
        <LoadFailedBanner text={t`Couldn’t update the chats.`} error={error} onRetry={() => void refetch()} />
      )}
      {data ? (
        <>
          <div className={styles.frame} data-changing={isPlaceholderData || undefined}>
            <Records
              records={data.records}
              columns={getRecordColumns({ areWeeks: data.areIdentitiesHidden })}
              view={view}
              isBusy={isPlaceholderData}
              onSort={(column) => setView(sortByColumn(view, column))}
              onOpen={(record) => setOpened({ record, isOpen: true })}
            />
            {data.records.length === 0 && (
              <div className={classes.empty} role="status">
                <p className={classes.emptyText}>{t`No conversations available`}</p>
                {isFiltered && (
                  <Button variant="default" onClick={() => change({ query: "", category: "" })}>
                    {t`Clear search and category`}
                  </Button>
                )}
              </div>
            )}
          </div>
          <Pager
            offset={view.offset}
            pageSize={pageSize}
            total={data.total}
            onOffset={(offset) => setView({ ...view, offset })}
          />
        </>
      ) : error ? (
        <LoadFailed title={t`Couldn’t load the chats`} error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={styles.frame}>
          <ListSkeleton rows={12} label={t`Loading chats`} />
        </div>
      )}
      {opened && <ContentDialog {...opened} onClose={() => setOpened({ ...opened, isOpen: false })} />}
    </div>
  );
}
