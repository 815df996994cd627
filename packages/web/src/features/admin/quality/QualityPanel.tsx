import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconReload } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ExportButton } from "../../../ui/csv/ExportButton.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { LoadFailedBanner } from "../../../ui/LoadFailedBanner.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import { ListSkeleton } from "../../../ui/Skeletons.tsx";
import adminClasses from "../Admin.module.css";
import { loadSubmissionRows } from "./loadSubmissionRows.ts";
import classes from "./Quality.module.css";
import { submissionsQuery } from "./qualityQueries.ts";
import { SubmissionDialog } from "./SubmissionDialog.tsx";
import { SubmissionRow } from "./SubmissionRow.tsx";

/** Each search is an entry of the audit log, so there is not one for each letter. */
const searchDelayMs = 600;

/** The summaries of chats that people have sent for quality improvement. */
export function QualityPanel() {
  const [search, setSearch] = useState("");
  const [openId, setOpenId] = useState<string | null>(null);
  const [query] = useDebouncedValue(search.trim(), searchDelayMs);
  const list = useInfiniteQuery({ ...submissionsQuery(query), placeholderData: keepPreviousData });
  const listRef = useRef<HTMLUListElement>(null);
  const submissions = list.data?.pages.flatMap((page) => page.submissions) ?? [];
  return (
    <section className={adminClasses.section} aria-labelledby="admin-quality" aria-busy={list.isFetching}>
      <header className={adminClasses.sectionHead}>
        <h3 id="admin-quality" className={adminClasses.heading}>
          {t`Quality improvement`}
        </h3>
        <IconButton name={t`Reload the submissions`} loading={list.isFetching} onClick={() => void list.refetch()}>
          <IconReload size={18} stroke={1.6} />
        </IconButton>
      </header>
      <p className={adminClasses.note}>
        {t`Summaries of chats that people have shared with the institution. The audit log says who has listed, opened, exported or deleted them.`}
      </p>
      <div className={classes.tools}>
        <SearchField
          label={t`Search submissions`}
          value={search}
          onChange={setSearch}
          onArrowDown={() => listRef.current?.querySelector("button")?.focus()}
        />
        <ExportButton
          fileName="quality-improvement"
          isDisabled={submissions.length === 0}
          loadRows={() => loadSubmissionRows(query)}
        />
      </div>
      {list.error && (
        <LoadFailedBanner
          text={t`The submissions couldn’t be loaded.`}
          error={list.error}
          onRetry={() => void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch())}
        />
      )}
      {list.isPending && <ListSkeleton label={t`Loading the submissions`} />}
      {list.data && submissions.length === 0 && (
        <p role="status" className={adminClasses.note}>
          {query === "" ? t`Nobody has shared a chat yet.` : t`No submission has this in its texts or its sender.`}
        </p>
      )}
      {submissions.length > 0 && (
        <ul ref={listRef} className={classes.list} aria-label={t`Submissions`}>
          {submissions.map((submission) => (
            <SubmissionRow key={submission.id} submission={submission} onOpen={() => setOpenId(submission.id)} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button
          variant="default"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage({ cancelRefetch: false })}
        >
          {t`Show earlier submissions`}
        </Button>
      )}
      {openId !== null && <SubmissionDialog key={openId} submissionId={openId} onClose={() => setOpenId(null)} />}
    </section>
  );
}
