import { openArtifact } from "../../../entities/artifacts/openArtifact.ts";
import { useArtifacts } from "../../../entities/artifacts/useArtifacts.ts";
import { useChat } from "../../../entities/chat/ChatProvider.tsx";
import { notifyError, notifyInfo } from "../../../ui/notices/notify.tsx";
import { artifactErrors } from "../actions/artifactErrors.ts";

/** Returns the function that opens a version, or the latest one if it is gone. `version`: null for the latest. */
export function useOpenEntry(conversationId: string) {
  const artifacts = useArtifacts(conversationId);
  const { runs } = useChat();
  return (
    { artifactId, version }: { artifactId: string; version: number | null },
    options?: { takesFocus?: boolean },
  ): void => {
    const written = runs.store.getState().runs[conversationId]?.answer.artifacts ?? [];
    const stored = artifacts.find((artifact) => artifact.artifactId === artifactId)?.versions ?? [];
    const versions = [...stored, ...written.filter((each) => each.artifactId === artifactId)];
    if (versions.length === 0) {
      notifyError(artifactErrors.notFound());
      return;
    }
    const hasVersion = version === null || versions.some((each) => each.version === version);
    if (!hasVersion) {
      notifyInfo("artifactVersion", artifactErrors.versionGone());
    }
    openArtifact({ conversationId, artifactId, version: hasVersion ? version : null }, options);
  };
}
