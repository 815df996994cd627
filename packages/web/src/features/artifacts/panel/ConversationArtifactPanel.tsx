import type { ArtifactContent, ConversationArtifact } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useState } from "react";
import { type OpenArtifact, showArtifact } from "../../../entities/artifacts/openArtifact.ts";
import {
  type BranchArtifact,
  type RunningArtifact,
  useArtifacts,
  useRunningArtifact,
} from "../../../entities/artifacts/useArtifacts.ts";
import { useChat } from "../../../entities/chat/ChatProvider.tsx";
import { useIsStreaming } from "../../../entities/chat/runs/useRun.ts";
import { artifactErrors } from "../actions/artifactErrors.ts";
import { ArtifactFrame } from "./ArtifactFrame.tsx";
import classes from "./ArtifactPanel.module.css";
import { ArtifactVersionView } from "./ArtifactVersionView.tsx";

/** The artifacts of a conversation, of which one version is shown: the one that is being written, if there is one. */
export function ConversationArtifactPanel({ open }: { open: OpenArtifact }) {
  const { conversationId } = open;
  const artifacts = useArtifacts(conversationId);
  const running = useRunningArtifact(conversationId);
  const isAnswering = useIsStreaming(useChat().runs.store, conversationId);
  const [lastWritten, setLastWritten] = useState<ArtifactContent | null>(null);
  const written = running?.version ?? null;
  if (written && written !== lastWritten) setLastWritten(written);
  const shown = written ?? findVersion(artifacts, open) ?? findWritten(lastWritten, open);
  if (!shown) return <MissingArtifact isComing={running !== null || isAnswering} />;
  const stored = artifacts.find(({ artifactId }) => artifactId === shown.artifactId)?.versions ?? [];
  return (
    <ArtifactVersionView
      // What is done with one artifact, such as comparing its versions, ends with it.
      key={shown.artifactId}
      conversationId={conversationId}
      version={toConversationVersion(shown, stored, running)}
      versions={listVersions(stored, shown)}
      status={written ? "writing" : isAnswering ? "answering" : "idle"}
      onShow={({ artifactId, version }) => showArtifact({ conversationId, artifactId, version })}
    />
  );
}

function MissingArtifact({ isComing }: { isComing: boolean }) {
  return (
    <ArtifactFrame>
      <p className={classes.note} role={isComing ? "status" : "alert"}>
        {isComing ? t`The artifact is being written…` : artifactErrors.notFound()}
      </p>
    </ArtifactFrame>
  );
}

function findVersion(artifacts: readonly BranchArtifact[], open: OpenArtifact): ConversationArtifact | undefined {
  const versions = artifacts.find(({ artifactId }) => artifactId === open.artifactId)?.versions;
  return versions?.find(({ version }) => version === open.version) ?? versions?.at(-1);
}

/** Between the end of an answer and the moment when it is stored, what was written last is shown. */
const findWritten = (written: ArtifactContent | null, { artifactId }: OpenArtifact) =>
  written?.artifactId === artifactId ? written : null;

const isSame = (a: ArtifactContent, b: ArtifactContent) => a.artifactId === b.artifactId && a.version === b.version;

function toConversationVersion(
  shown: ArtifactContent,
  stored: readonly ConversationArtifact[],
  running: RunningArtifact | null,
): ConversationArtifact {
  if ("messageId" in shown) return shown as ConversationArtifact; // only versions of a conversation have this field
  return { ...shown, messageId: stored.find((each) => isSame(each, shown))?.messageId ?? running?.messageId ?? null };
}

/** The stored versions and the one that is being written. */
function listVersions(stored: readonly ConversationArtifact[], shown: ArtifactContent): readonly ArtifactContent[] {
  return stored.some((each) => isSame(each, shown)) ? stored : [...stored, shown];
}
