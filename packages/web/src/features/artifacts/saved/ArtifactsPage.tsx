import type { SavedArtifact } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { openArtifact } from "../../../entities/artifacts/openArtifact.ts";
import { savedArtifactsQuery, useSavedArtifactEvents } from "../../../entities/artifacts/savedArtifacts.ts";
import { openPage } from "../../../entities/shell/routes.ts";
import { LoadFailedBanner } from "../../../ui/LoadFailedBanner.tsx";
import pageClasses from "../../../ui/page/PageFrame.module.css";
import { PageFrame } from "../../../ui/page/PageFrame.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import { ListSkeleton } from "../../../ui/Skeletons.tsx";
import { artifactErrors } from "../actions/artifactErrors.ts";
import { useSavedArtifactActions } from "../actions/useSavedArtifactActions.ts";
import { SendArtifactDialog } from "../share/SendArtifactDialog.tsx";
import classes from "./ArtifactsPage.module.css";
import { DeleteSavedDialog } from "./DeleteSavedDialog.tsx";
import { matchesSearch } from "./matchesSearch.ts";
import { SavedArtifactRow } from "./SavedArtifactRow.tsx";
import { useOpenInNewChat } from "./useOpenInNewChat.ts";

/** The artifacts that the person has saved, and those that others have shared with them. */
export function ArtifactsPage() {
  const { data, error, refetch } = useQuery(savedArtifactsQuery);
  useSavedArtifactEvents();
  const [search, setSearch] = useState("");
  return (
    <PageFrame title={t`Saved artifacts`} className={classes.screen} onClose={() => openPage("chat")}>
      <p
        className={`${pageClasses.about} ${classes.about}`}
      >{t`Documents, code and drawings that you have saved from chats or that others have shared with you.`}</p>
      <SearchField
        label={t`Search artifacts`}
        value={search}
        onChange={setSearch}
        onArrowDown={() => document.querySelector<HTMLElement>("[data-saved-artifact]")?.focus()}
      />
      {error && <LoadFailedBanner text={artifactErrors.retrieve()} error={error} onRetry={() => void refetch()} />}
      {data ? (
        <SavedList artifacts={data.filter((artifact) => matchesSearch(artifact, search))} isSearch={search !== ""} />
      ) : (
        !error && <ListSkeleton rows={4} label={t`Loading artifacts`} />
      )}
    </PageFrame>
  );
}

function SavedList({ artifacts, isSearch }: { artifacts: readonly SavedArtifact[]; isSearch: boolean }) {
  const [deleted, setDeleted] = useState<SavedArtifact | null>(null);
  const [shared, setShared] = useState<SavedArtifact | null>(null);
  const { load } = useSavedArtifactActions();
  const openInNewChat = useOpenInNewChat();
  return (
    <>
      {artifacts.length === 0 ? (
        <p className={pageClasses.empty} role="status">
          {isSearch
            ? t`No artifacts match.`
            : t`Nothing is saved yet. Ask for a document, a page or a chart in a chat, and save it beside the answer.`}
        </p>
      ) : (
        <ul className={classes.list} aria-label={t`Saved artifacts`}>
          {artifacts.map((artifact) => (
            <SavedArtifactRow
              key={artifact.key}
              artifact={artifact}
              onOpen={() => openArtifact({ savedKey: artifact.key, name: artifact.name })}
              onOpenInNewChat={() => void openInNewChat(() => load(artifact.key))}
              onShare={() => setShared(artifact)}
              onDelete={() => setDeleted(artifact)}
            />
          ))}
        </ul>
      )}
      <SendArtifactDialog
        isOpen={shared !== null}
        load={async () => shared && load(shared.key)}
        onClose={() => setShared(null)}
      />
      <DeleteSavedDialog artifact={deleted} onClose={() => setDeleted(null)} />
    </>
  );
}
