import { t } from "@lingui/core/macro";
import { useRef } from "react";
import {
  artifactPanelId,
  type OpenArtifact,
  openArtifact,
  showArtifact,
} from "../../../entities/artifacts/openArtifact.ts";
import { useArtifacts } from "../../../entities/artifacts/useArtifacts.ts";
import { useDetailPanel } from "../../../entities/shell/detail/detailPanel.ts";
import { computeWidthBeside } from "../../../entities/shell/detail/useWidthBeside.ts";
import { useRoute } from "../../../entities/shell/routes.ts";
import { useWorkspaceEvent } from "../../../entities/shell/workspaceEvents.ts";
import { notifyError } from "../../../ui/notices/notify.tsx";
import hiddenClasses from "../../../ui/visuallyHidden.module.css";
import { artifactErrors, describeIncomplete } from "../actions/artifactErrors.ts";
import { type ArtifactNews, useArtifactNews } from "./useArtifactNews.ts";
import { useArtifactRoute } from "./useArtifactRoute.ts";

/**
 * Opens the panel when an artifact of the open conversation begins, without taking the focus, and announces how it
 * went.
 */
export function ArtifactWatcher({ conversationId }: { conversationId: string }) {
  const regionRef = useRef<HTMLDivElement>(null);
  const artifacts = useArtifacts(conversationId);
  const { page } = useRoute();
  useArtifactRoute(conversationId);
  useArtifactNews(conversationId, (news) => {
    if (news.kind === "started" && page === "chat")
      openBeside({ conversationId, artifactId: news.artifactId, version: null });
    if (news.kind === "cancelled") notifyError(describeIncomplete(news.reason) ?? artifactErrors.cancelled());
    else if (regionRef.current) regionRef.current.textContent = describeNews(news);
  });
  useWorkspaceEvent("openArtifactsTrigger", () => {
    const latest = artifacts.at(-1);
    if (latest) openArtifact({ conversationId, artifactId: latest.artifactId, version: null });
  });
  return <div ref={regionRef} role="status" className={hiddenClasses.visuallyHidden} />;
}

/** Opens the panel beside the conversation, unless there is no space or the person has opened something else there. */
function openBeside(open: OpenArtifact): void {
  const { isOpen, id } = useDetailPanel.getState();
  if (isOpen && id === artifactPanelId) showArtifact(open);
  else if (!isOpen && computeWidthBeside() !== null) openArtifact(open, { takesFocus: false });
}

function describeNews(news: ArtifactNews): string {
  switch (news.kind) {
    case "started":
      return t`The artifact “${news.name}” is being written.`;
    case "complete":
      return t`The artifact “${news.name}” is complete.`;
    case "stopped":
      return describeIncomplete(news.reason) ?? t`The artifact was stopped.`;
    case "cancelled":
      return "";
    default:
      return news satisfies never;
  }
}
