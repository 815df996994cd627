import type { ArtifactContent, ConversationArtifact } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useState } from "react";
import { closeArtifact } from "../../../entities/artifacts/openArtifact.ts";
import { ArtifactConflictError, useArtifactActions } from "../../../entities/artifacts/useArtifactActions.ts";
import { useChat } from "../../../entities/chat/ChatProvider.tsx";
import { notifyRefusal, notifySuccess, notifyUndoable } from "../../../ui/notices/notify.tsx";
import { artifactErrors, notifyArtifactError } from "../actions/artifactErrors.ts";
import { ArtifactFrame } from "./ArtifactFrame.tsx";
import { CodePane } from "./CodePane.tsx";
import { ComparePane } from "./ComparePane.tsx";
import { EditPane } from "./EditPane.tsx";
import { useEditDraft } from "./editDrafts.ts";
import { hasPreview } from "./hasPreview.ts";
import { PreviewPane } from "./PreviewPane.tsx";
import { Toolbar } from "./Toolbar.tsx";
import { useAskAbout } from "./useAskAbout.ts";
import { useContentTools } from "./useContentTools.tsx";
import { VersionName } from "./VersionName.tsx";
import { VersionSteps } from "./VersionSteps.tsx";
import { getVersionTools } from "./versionTools.ts";
import { WritingBar } from "./WritingBar.tsx";

interface ArtifactVersionViewProps {
  conversationId: string;
  version: ConversationArtifact;
  /** The versions of the artifact on the shown branch, oldest first, with the one that is being written. */
  versions: readonly ArtifactContent[];
  /** `writing`: this version is being written; `answering`: an answer is. */
  status: "writing" | "answering" | "idle";
  onShow: (version: ArtifactContent) => void;
}

/** One version of an artifact of a conversation, with everything that can be done with it. */
export function ArtifactVersionView(props: ArtifactVersionViewProps) {
  const { conversationId, version, versions, status, onShow } = props;
  const actions = useArtifactActions(conversationId);
  const ask = useAskAbout(conversationId, version);
  const chat = useChat();
  const draft = useEditDraft(conversationId, version);
  const [chosenView, setView] = useState<"preview" | "code" | "compare">(hasPreview(version.type) ? "preview" : "code");
  const view = chosenView === "compare" && versions.length < 2 ? "code" : chosenView;
  const content = useContentTools(version);
  const isWriting = status === "writing";
  const isEditing = !isWriting && draft.text !== null;
  const streamingReason = artifactErrors.streaming();
  const blockedReason = isWriting
    ? streamingReason
    : status === "answering"
      ? t`You can use this once the answer is complete.`
      : null;

  const attempt = async (work: () => Promise<void>, failure: string) => {
    try {
      await work();
    } catch (error) {
      // The editor says it, and keeps the text.
      if (error instanceof ArtifactConflictError && draft.text !== null) draft.markConflict();
      else notifyArtifactError(failure, error);
    }
  };
  const save = (text: string) =>
    attempt(async () => {
      const { version: saved, undo } = await actions.edit({ ...version, contents: draft.base }, text);
      draft.discard();
      onShow(saved);
      const number = saved.version;
      const show = () => onShow(saved.version === version.version ? saved : version);
      notifyUndoable({
        kind: "artifactEdit",
        ids: [`${saved.artifactId}:${number}`],
        describe: () => t`Version ${number} saved.`,
        undo: () => undo().then(show),
      });
    }, artifactErrors.save());
  const addCopy = (contents: string) =>
    attempt(async () => {
      const copy = await actions.copy({ ...version, contents });
      draft.discard();
      const number = copy.version;
      onShow(copy);
      notifySuccess(t`Version ${number} added.`);
    }, artifactErrors.save());
  const remove = () =>
    attempt(async () => {
      const { next, undo } = await actions.remove(version);
      draft.discard();
      if (next) onShow(next);
      else closeArtifact();
      const number = version.version;
      notifyUndoable({
        kind: "artifactDeletion",
        ids: [`${version.artifactId}:${number}`],
        describe: () => t`Version ${number} deleted.`,
        undo,
      });
    }, artifactErrors.delete());

  const tools = getVersionTools({
    view: isWriting ? "code" : view,
    contentTools: content.tools,
    canCompare: versions.length > 1,
    isEditing,
    blockedReason,
    onView: setView,
    onAddCopy: () => void addCopy(version.contents),
    onEdit: () => draft.change(version.contents),
    onDelete: () => void remove(),
  });
  return (
    <ArtifactFrame
      subtitle={<VersionName version={version} />}
      actions={
        <VersionSteps
          versions={versions}
          shown={version}
          onShow={isWriting ? null : onShow}
          onBlocked={() => notifyRefusal(streamingReason)}
        />
      }
      toolbar={<Toolbar label={t`Artifact tools`} tools={tools} onBlocked={(reason) => notifyRefusal(reason)} />}
      // The text is kept, but Esc in an editor is not meant to close what is around it.
      onEscape={isEditing ? () => {} : null}
    >
      {isEditing ? (
        <EditPane
          key={version.version}
          version={version}
          text={draft.text ?? ""}
          isLatest={version.version === versions.at(-1)?.version}
          isConflict={draft.isConflict}
          onChange={draft.change}
          onCancel={draft.discard}
          onSave={() => save(draft.text ?? "")}
          onSaveAsNew={() => addCopy(draft.text ?? "")}
        />
      ) : isWriting ? (
        <>
          <CodePane version={version} isGrowing onAsk={null} />
          <WritingBar onStop={() => void chat.stop(conversationId)} />
        </>
      ) : view === "compare" ? (
        <ComparePane key={version.version} versions={versions} shown={version} />
      ) : view === "preview" ? (
        <PreviewPane version={version} onFix={blockedReason === null ? ask.fixErrors : null} />
      ) : (
        <CodePane version={version} onAsk={ask.askAboutSelection} />
      )}
      {content.dialog}
    </ArtifactFrame>
  );
}
