import { t } from "@lingui/core/macro";
import { listAgentEntries } from "../../../entities/codeInterpreter/agentEntries.ts";
import { listChangedFiles } from "../../../entities/codeInterpreter/agentFiles.ts";
import { useAgentPanel } from "../../../entities/codeInterpreter/agentPanelStore.ts";
import { DetailFrame } from "../../../entities/shell/detail/DetailFrame.tsx";
import { AgentEntryView } from "./AgentEntryView.tsx";
import classes from "./AgentPanel.module.css";
import { ChangedFiles } from "./ChangedFiles.tsx";

/** How an answer came about: what the model thought, what it ran and called, and which files that changed. */
export function AgentPanel() {
  const open = useAgentPanel(({ open }) => open);
  if (!open) return null;
  const { answer, branch } = open;
  const question = branch.find(({ id }) => id === answer.parentId);
  const entries = listAgentEntries(answer, question ? (question.label ?? question.content) : null);
  const files = listChangedFiles(branch, answer);
  return (
    <DetailFrame title={t`Reasoning / Actions`} subject={answer.id}>
      <div className={classes.content}>
        {files.length > 0 && <ChangedFiles files={files} />}
        <ol className={classes.entries} aria-label={t`What happened`}>
          {entries.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the entries of an answer do not change their order
            <AgentEntryView key={index} entry={entry} />
          ))}
        </ol>
      </div>
    </DetailFrame>
  );
}
