import { t } from "@lingui/core/macro";
import { Button, Combobox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { openArtifact } from "../../../entities/artifacts/openArtifact.ts";
import { savedArtifactsQuery } from "../../../entities/artifacts/savedArtifacts.ts";
import { useArtifactActions } from "../../../entities/artifacts/useArtifactActions.ts";
import { useArtifacts } from "../../../entities/artifacts/useArtifacts.ts";
import { openPage } from "../../../entities/shell/routes.ts";
import { SearchMenu } from "../../../ui/SearchMenu.tsx";
import { artifactErrors, notifyArtifactError } from "../actions/artifactErrors.ts";
import { useSavedArtifactActions } from "../actions/useSavedArtifactActions.ts";
import { matchesSearch } from "../saved/matchesSearch.ts";
import classes from "./ArtifactPicker.module.css";

interface ArtifactMenuProps {
  conversationId: string;
  /** Why nothing can be added to the conversation now; null: something can be. */
  blockedReason: string | null;
  onClose: () => void;
}

const maxListHeightPx = 200;

/** The open list of the conversation's artifacts and the saved ones. A saved one is added to the conversation. */
export function ArtifactMenu({ conversationId, blockedReason, onClose }: ArtifactMenuProps) {
  const [search, setSearch] = useState("");
  const artifacts = useArtifacts(conversationId).filter((artifact) => matchesSearch(artifact, search));
  const { data, isPending, isError } = useQuery(savedArtifactsQuery);
  const saved = (data ?? []).filter((artifact) => matchesSearch(artifact, search));
  const { load } = useSavedArtifactActions();
  const { insert } = useArtifactActions(conversationId);
  const addSaved = async (key: string) => {
    const content = await load(key);
    if (!content) return;
    try {
      const { artifactId } = await insert(content);
      openArtifact({ conversationId, artifactId, version: null });
    } catch (error) {
      notifyArtifactError(artifactErrors.retrieve(), error);
    }
  };
  const choose = (value: string) => {
    onClose();
    const [kind, id = ""] = JSON.parse(value) as [string, string]; // an option below
    if (kind === "own") openArtifact({ conversationId, artifactId: id, version: null });
    else if (blockedReason === null) void addSaved(id);
    else openArtifact({ savedKey: id, name: saved.find(({ key }) => key === id)?.name ?? "" });
  };
  return (
    <SearchMenu
      label={t`Artifacts`}
      searchLabel={t`Search artifacts`}
      position="bottom-end"
      widthRem={20}
      maxListHeightPx={maxListHeightPx}
      search={search}
      onSearch={setSearch}
      hasActive={false}
      status={isPending ? "loading" : "loaded"}
      onChoose={choose}
      onClose={onClose}
      footer={
        <div className={classes.footer}>
          <Button
            size="compact-sm"
            variant="subtle"
            fullWidth
            onClick={() => {
              onClose();
              openPage("artifacts");
            }}
          >
            {t`All saved artifacts`}
          </Button>
        </div>
      }
    >
      {artifacts.length > 0 && (
        <Combobox.Group label={t`In this chat`}>
          {artifacts.map(({ artifactId, name, versions }) => (
            <Combobox.Option key={artifactId} value={JSON.stringify(["own", artifactId])} className={classes.option}>
              <span className={classes.name} dir="auto">
                {name}
              </span>
              <span className={classes.detail}>{t`Version ${versions.at(-1)?.version ?? 1}`}</span>
            </Combobox.Option>
          ))}
        </Combobox.Group>
      )}
      {saved.length > 0 && (
        <Combobox.Group label={t({ message: "Saved", context: "artifacts" })}>
          {saved.map(({ key, name, createdAt, sharedBy }) => (
            <Combobox.Option key={key} value={JSON.stringify(["saved", key])} className={classes.option}>
              <span className={classes.name} dir="auto">
                {name}
              </span>
              <span className={classes.detail}>{sharedBy === null ? createdAt : t`shared by ${sharedBy}`}</span>
            </Combobox.Option>
          ))}
        </Combobox.Group>
      )}
      {artifacts.length + saved.length === 0 && (
        <Combobox.Empty>{isPending ? t`Loading…` : getEmptyText(search, isError)}</Combobox.Empty>
      )}
    </SearchMenu>
  );
}

function getEmptyText(search: string, isError: boolean): string {
  if (isError) return artifactErrors.retrieve();
  return search === "" ? t`No artifacts yet. Ask for a document, a page or a chart.` : t`No artifacts match.`;
}
