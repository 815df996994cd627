import type { Folder, PromptTemplate } from "@lectern/contract";
import type { ConversationSource } from "../conversationSource.ts";
import { countOf } from "../countOf.ts";
import { LoadFailed } from "../LoadFailed.tsx";
import classes from "./ExportDialog.module.css";

export interface ExportedPrompts {
  folders: readonly Folder[];
  prompts: readonly PromptTemplate[];
}

interface ExportQuestionProps {
  source: Pick<ConversationSource, "conversations" | "failed">;
  promptStore: ExportedPrompts | null;
  /** Why the last export broke off. */
  problem: string | null;
}

/** What would be saved. */
export function ExportQuestion({ source, promptStore, problem }: ExportQuestionProps) {
  const { conversations, failed } = source;
  if (failed) {
    return <LoadFailed line="Your conversations could not be read." error={failed.error} onRetry={failed.retry} />;
  }
  return (
    <>
      {problem && (
        <p role="alert" className={classes.problem}>
          The export broke off: {problem} Nothing was saved.
        </p>
      )}
      <p className={classes.text}>
        {conversations && promptStore ? whatThereIs(conversations, promptStore) : "Looking what there is…"}
      </p>
      <p className={classes.note}>
        The file can be imported here, or into another browser or account. Documents that were uploaded are not in it.
      </p>
    </>
  );
}

function whatThereIs(
  conversations: NonNullable<ConversationSource["conversations"]>,
  { folders, prompts }: ExportedPrompts,
): string {
  const inCloud = conversations.filter(({ isLocal }) => !isLocal).length;
  const cloud = inCloud === 0 ? "" : ` (${inCloud} of them from the cloud)`;
  return `${countOf(conversations.length, "conversation")}${cloud}, ${countOf(folders.length, "folder")} and ${countOf(prompts.length, "prompt")} of yours are saved in one file.`;
}
