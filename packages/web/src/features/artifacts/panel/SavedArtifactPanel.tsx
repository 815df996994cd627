import type { ArtifactContent } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconMessagePlus, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { closeArtifact, type OpenSavedArtifact } from "../../../entities/artifacts/openArtifact.ts";
import { loadSavedArtifact, savedArtifactsKey } from "../../../entities/artifacts/savedArtifacts.ts";
import { CallError } from "../../../lib/callError.ts";
import { LoadFailedBanner } from "../../../ui/LoadFailedBanner.tsx";
import { artifactErrors } from "../actions/artifactErrors.ts";
import { DeleteSavedDialog } from "../saved/DeleteSavedDialog.tsx";
import { useOpenInNewChat } from "../saved/useOpenInNewChat.ts";
import { ArtifactFrame } from "./ArtifactFrame.tsx";
import classes from "./ArtifactPanel.module.css";
import { CodePane } from "./CodePane.tsx";
import { hasPreview } from "./hasPreview.ts";
import { PreviewPane } from "./PreviewPane.tsx";
import { Toolbar } from "./Toolbar.tsx";
import { useContentTools } from "./useContentTools.tsx";
import { VersionName } from "./VersionName.tsx";
import { getViewTool } from "./versionTools.ts";

/** A saved artifact. It can be read, sent and opened in a chat, where it can be changed. */
export function SavedArtifactPanel({ savedKey, name }: OpenSavedArtifact) {
  const { data, error, refetch } = useQuery({
    queryKey: [...savedArtifactsKey, "content", savedKey],
    queryFn: ({ signal }) => loadSavedArtifact(savedKey, signal),
    staleTime: 5 * 60_000,
    networkMode: "always",
    retry: false,
  });
  if (data) return <LoadedArtifact savedKey={savedKey} content={data} />;
  if (error) {
    const isGone = error instanceof CallError && error.code === "notFound";
    return (
      <ArtifactFrame subtitle={name}>
        {isGone ? (
          <p className={classes.note} role="alert">
            {artifactErrors.notFound()}
          </p>
        ) : (
          <LoadFailedBanner text={artifactErrors.retrieve()} error={error} onRetry={() => void refetch()} />
        )}
      </ArtifactFrame>
    );
  }
  return (
    <ArtifactFrame subtitle={name}>
      <p className={classes.note} role="status">
        {t`Loading…`}
      </p>
    </ArtifactFrame>
  );
}

function LoadedArtifact({ savedKey, content }: { savedKey: string; content: ArtifactContent }) {
  const [view, setView] = useState<"preview" | "code">(hasPreview(content.type) ? "preview" : "code");
  const [isDeleting, setIsDeleting] = useState(false);
  const { tools, dialog } = useContentTools(content);
  const openInNewChat = useOpenInNewChat();
  const { upload, copy, download, email, share } = tools;
  return (
    <ArtifactFrame
      subtitle={<VersionName version={content} />}
      toolbar={
        <Toolbar
          label={t`Artifact tools`}
          tools={[
            getViewTool(view, setView),
            upload,
            copy,
            download,
            email,
            share,
            {
              id: "newChat",
              name: t`Open in a new chat`,
              Icon: IconMessagePlus,
              run: () => void openInNewChat(async () => content),
            },
            {
              id: "delete",
              name: t`Delete`,
              Icon: IconTrash,
              isDestructive: true,
              run: () => setIsDeleting(true),
            },
          ]}
        />
      }
    >
      {view === "preview" ? (
        <PreviewPane version={content} onFix={null} />
      ) : (
        <CodePane version={content} onAsk={null} />
      )}
      {dialog}
      <DeleteSavedDialog
        artifact={isDeleting ? { key: savedKey, name: content.name } : null}
        onClose={() => setIsDeleting(false)}
        onDeleted={closeArtifact}
      />
    </ArtifactFrame>
  );
}
