import type { Folder, PromptTemplate } from "@lectern/contract";
import type { ConversationSource } from "../conversationSource.ts";
import { formatCount } from "../formatCount.ts";
import { LoadFailed } from "../LoadFailed.tsx";
import classes from "./ExportDialog.module.css";

export interface ExportedPrompts {
  folders: readonly Folder[];
  prompts: readonly PromptTemplate[];
}

interface ExportSummaryProps {
  source: Pick<ConversationSource, "conversations" | "failed">;
  prompts: ExportedPrompts | null;
  /** The reason why the last export failed; null if there is none. */
  problem: string | null;
}

/** Summarizes what will be exported. */
export function ExportSummary({ source, prompts, problem }: ExportSummaryProps) {
  const { conversations, failed } = source;
  if (failed) {
    return <LoadFailed message="Your conversations could not be read." error={failed.error} onRetry={failed.retry} />;
  }
  return (
    <>
      {problem && (
        <p role="alert" className={classes.problem}>
          The export stopped: {problem} Nothing was saved.
        </p>
      )}
      <p className={classes.text}>
        {conversations && prompts ? summarize(conversations, prompts) : "Checking what there is to export…"}
      </p>
      <p className={classes.note}>
        You can import the file here, in another browser or in another account. It does not contain uploaded documents.
      </p>
    </>
  );
}

function summarize(
  conversations: NonNullable<ConversationSource["conversations"]>,
  { folders, prompts }: ExportedPrompts,
): string {
  const cloudCount = conversations.filter(({ isLocal }) => !isLocal).length;
  const cloudText = cloudCount === 0 ? "" : ` (${cloudCount} from the cloud)`;
  return `${formatCount(conversations.length, "conversation")}${cloudText}, ${formatCount(folders.length, "folder")} and ${formatCount(prompts.length, "prompt")} will be saved in one file.`;
}
