import type { ReadFailure } from "../conversationSource.ts";
import { LoadFailed } from "../LoadFailed.tsx";
import classes from "./ImportDialog.module.css";
import { ImportDropZone } from "./ImportDropZone.tsx";

interface ImportChoiceProps {
  /** What is here is known. */
  isReady: boolean;
  /** Why it could not be read. */
  failed: ReadFailure | null;
  /** What went wrong with the last file. */
  problem: string | null;
  onFile: (file: File) => void;
}

/** Where the file to import is chosen, once it is known what is here already. */
export function ImportChoice({ isReady, failed, problem, onFile }: ImportChoiceProps) {
  if (failed) {
    const line = "Your existing conversations could not be read, so nothing can be imported now.";
    return <LoadFailed line={line} error={failed.error} onRetry={failed.retry} />;
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
          Checking what you already have…
        </p>
      )}
    </>
  );
}
