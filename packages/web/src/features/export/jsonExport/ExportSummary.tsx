import type { Folder, PromptTemplate } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { describeItems } from "../../../entities/exports/describeItems.ts";
import type { ConversationSource } from "../conversationSource.ts";
import { LoadFailed } from "../LoadFailed.tsx";
import classes from "./ExportDialog.module.css";

export interface ExportedPrompts {
  folders: readonly Folder[];
  prompts: readonly PromptTemplate[];
}

interface ExportSummaryProps {
  source: Pick<ConversationSource, "conversations" | "failed">;
  prompts: ExportedPrompts | null;
  /** True if there is nothing to export. */
  isEmpty: boolean;
  /** The reason why the last export failed; null if there is none. */
  problem: string | null;
}

/** Summarizes what will be exported. */
export function ExportSummary({ source, prompts, isEmpty, problem }: ExportSummaryProps) {
  const { conversations, failed } = source;
  if (failed) {
    return <LoadFailed message={t`Couldn’t read your chats.`} error={failed.error} onRetry={failed.retry} />;
  }
  return (
    <>
      {problem && (
        <p role="alert" className={classes.problem}>
          {t`The export stopped: ${problem} Nothing was saved. Try again.`}
        </p>
      )}
      <p className={classes.text}>
        {conversations && prompts ? summarize(conversations, prompts) : t`Checking your data…`}
      </p>
      {!isEmpty && (
        <p className={classes.note}>
          {t`You can import the file here, in another browser or in another account. It doesn’t contain uploaded documents.`}
        </p>
      )}
    </>
  );
}

function summarize(
  conversations: NonNullable<ConversationSource["conversations"]>,
  { folders, prompts }: ExportedPrompts,
): string {
  const items = describeItems({
    conversations: conversations.length,
    folders: folders.length,
    prompts: prompts.length,
  });
  if (items === "") return t`There is nothing to export yet.`;
  const count = conversations.length;
  const cloudCount = conversations.filter(({ isLocal }) => !isLocal).length;
  const itemCount = count + folders.length + prompts.length;
  const fileText = plural(itemCount, {
    one: `${items} will be saved in one file.`,
    other: `${items} will be saved in one file.`,
  });
  if (cloudCount === 0) return fileText;
  const cloudText =
    cloudCount === count
      ? plural(cloudCount, {
          one: "The chat is in the cloud.",
          other: "All chats are in the cloud.",
        })
      : plural(cloudCount, {
          one: `# of ${count} chats is in the cloud.`,
          other: `# of ${count} chats are in the cloud.`,
        });
  return `${fileText} ${cloudText}`;
}
