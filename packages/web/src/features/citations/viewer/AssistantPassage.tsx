import { openAssistantPassage } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconFileOff, IconLock } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { separateHeadings } from "../../../entities/citations/separateHeadings.ts";
import type { DocumentPassage } from "../../../entities/citations/viewerStore.ts";
import { call } from "../../../lib/call.ts";
import { CallError } from "../../../lib/callError.ts";
import { isOffline } from "../../../lib/network.ts";
import { ErrorView } from "../../../ui/ErrorView.tsx";
import classes from "./DocumentBody.module.css";
import { DocumentSkeleton } from "./DocumentSkeleton.tsx";
import { DocumentState } from "./DocumentState.tsx";
import { PassageText } from "./PassageText.tsx";

interface AssistantPassageProps {
  citation: string;
  passage: DocumentPassage;
}

/** A passage that an assistant cites from a document of its own, which the person cannot open. */
export function AssistantPassage({ citation, passage: { name, keySentence } }: AssistantPassageProps) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["assistantPassage", citation],
    queryFn: ({ signal }) => call(openAssistantPassage, { citation }, { signal }),
    // Without a network the call must fail immediately, and a passage that cannot be opened stays so.
    networkMode: "always",
    retry: false,
    staleTime: 0,
  });
  if (error) return <PassageError error={error} isRetrying={isFetching} onRetry={() => void refetch()} />;
  if (!data) return <DocumentSkeleton />;
  const { content, headings } = separateHeadings(data);
  return (
    <>
      <p className={classes.passageNote}>
        {t`This is the passage that the assistant cites. The document itself belongs to the assistant and can’t be opened.`}
      </p>
      <PassageText key={citation} name={name} headings={headings} content={content} keySentence={keySentence ?? null} />
    </>
  );
}

interface PassageErrorProps {
  error: Error;
  isRetrying: boolean;
  onRetry: () => void;
}

function PassageError({ error, isRetrying, onRetry }: PassageErrorProps) {
  const details = error instanceof CallError ? error : null;
  if (details?.status === 404) {
    return (
      <DocumentState
        icon={<IconFileOff size={28} stroke={1.5} aria-hidden />}
        line={t`This passage no longer exists, or you no longer have access to the assistant.`}
      />
    );
  }
  if (details?.status === 403) {
    return (
      <DocumentState
        icon={<IconLock size={28} stroke={1.5} aria-hidden />}
        line={t`You no longer have access to the assistant.`}
      />
    );
  }
  const isUnreachable = details?.status === null && isOffline();
  return (
    <ErrorView
      title={isUnreachable ? t`You’re offline` : t`Couldn’t load the passage`}
      lines={
        isUnreachable ? [t`The passage can be opened when you’re back online.`] : [details?.reason ?? error.message]
      }
      requestId={details?.requestId}
      actions={
        <Button loading={isRetrying} onClick={onRetry}>
          {t`Try again`}
        </Button>
      }
    />
  );
}
