import type { listExportTemplates, OpOutput } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { ListSkeleton } from "../../../ui/Skeletons.tsx";
import type { ConversationSource, ReadFailure } from "../conversationSource.ts";
import { LoadFailed } from "../LoadFailed.tsx";
import classes from "./DownloadDialog.module.css";

type Conversations = NonNullable<ConversationSource["conversations"]>;
type Templates = OpOutput<typeof listExportTemplates>;

interface DownloadDataLoaderProps {
  source: Pick<ConversationSource, "conversations" | "failed">;
  templates: { data: Templates | undefined; failed: ReadFailure | null };
  children: (conversations: Conversations, templates: Templates["templates"]) => ReactNode;
}

/**
 * Renders its children once the conversations and the templates are loaded, and a placeholder until then. Renders an
 * error if loading failed or if the server cannot create documents.
 */
export function DownloadDataLoader({ source, templates, children }: DownloadDataLoaderProps) {
  const failures = [source.failed, templates.failed].filter((failure) => failure !== null);
  const [firstFailure] = failures;
  if (firstFailure) {
    const retry = () => {
      for (const failure of failures) failure.retry();
    };
    return (
      <LoadFailed
        message={t`Couldn’t load the chats or the document templates.`}
        error={firstFailure.error}
        onRetry={retry}
      />
    );
  }
  if (!templates.data || !source.conversations) return <ListSkeleton label={t`Loading chats and templates`} />;
  const { unavailable } = templates.data;
  if (unavailable === null) return children(source.conversations, templates.data.templates);
  return (
    <p className={classes.problem} role="alert">
      <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
      {t`${unavailable} Ask an administrator.`}
    </p>
  );
}
