import { t } from "@lingui/core/macro";
import type { ReadFailure } from "../conversationSource.ts";
import { LoadFailed } from "../LoadFailed.tsx";
import classes from "./ImportDialog.module.css";
import { ImportDropZone } from "./ImportDropZone.tsx";

interface ImportChoiceProps {
  /** True once the existing conversations and prompts are loaded. */
  isReady: boolean;
  /** The reason why the existing items could not be loaded; null if there is none. */
  failed: ReadFailure | null;
  /** The reason why the last file could not be imported; null if there is none. */
  problem: string | null;
  onFile: (file: File) => void;
}

/** Asks for the file to import, once the existing items are loaded. */
export function ImportChoice({ isReady, failed, problem, onFile }: ImportChoiceProps) {
  if (failed) {
    const message = t`Your existing chats couldn’t be read, so nothing can be imported right now.`;
    return <LoadFailed message={message} error={failed.error} onRetry={failed.retry} />;
  }
  return (
    <>
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      <ImportDropZone isDisabled={!isReady} onFile={onFile} />
      {!isReady && (
        <p role="status" className={classes.note}>
          {t`Checking your existing chats and prompts…`}
        </p>
      )}
    </>
  );
}
