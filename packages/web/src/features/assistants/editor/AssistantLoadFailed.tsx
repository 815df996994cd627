import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { isAssistantGone } from "../../../entities/assistants/isAssistantGone.ts";
import { ErrorView } from "../../../ui/ErrorView.tsx";

interface AssistantLoadFailedProps {
  error: Error;
  onRetry: () => void;
  /** The way out if trying again is useless. */
  children: ReactNode;
}

/** Shown in place of an assistant that could not be loaded. */
export function AssistantLoadFailed({ error, onRetry, children }: AssistantLoadFailedProps) {
  if (isAssistantGone(error)) {
    const title = t`This assistant no longer exists, or you no longer have access to it.`;
    return <ErrorView title={title} lines={[]} actions={children} />;
  }
  return (
    <ErrorView
      title={t`Couldn’t load the assistant`}
      lines={[error.message]}
      actions={<Button onClick={onRetry}>{t`Try again`}</Button>}
    />
  );
}
