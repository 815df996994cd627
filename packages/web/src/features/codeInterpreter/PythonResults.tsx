import { type Conversation, type GeneratedFile, getBranch, parseCodeInterpreterState } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconListDetails } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import type { BelowAnswerProps } from "../../entities/chat/slots/chatSlots.ts";
import { openAgentPanel } from "../../entities/codeInterpreter/agentPanelStore.ts";
import { isPythonStep } from "../../entities/codeInterpreter/pythonCode.ts";
import { conversationKeys } from "../../entities/conversations/store/conversationCache.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import { translateServerText } from "../../lib/i18n/translateServerText.ts";
import { FileCard } from "./FileCard.tsx";
import classes from "./PythonResults.module.css";

/** The files that the code of an answer has made, an error of the interpreter, and a button that opens its actions. */
export function PythonResults({ message, conversationId, isReadOnly }: BelowAnswerProps) {
  const { user } = useWorkspace();
  const cache = useQueryClient();
  const { content = [], error } = parseCodeInterpreterState(message.data.state) ?? {};
  // Before the first code has run, the step itself says everything.
  const hasRun = (message.data.steps ?? []).some((step) => isPythonStep(step) && step.state !== "waiting");
  const open = () => {
    const conversation = cache.getQueryData<Conversation>(conversationKeys.one(user.id, conversationId));
    openAgentPanel(message, getBranch(conversation?.messages ?? [message], message.id));
  };
  return (
    <div className={classes.root}>
      {error && (
        <p role="alert" className={classes.error}>
          {translateServerText(error)}
        </p>
      )}
      {content.length > 0 && (
        <ul className={classes.files} aria-label={t`Generated files`}>
          {listLatest(content).map((file) => (
            <FileCard key={file.values.file_key} {...{ file, conversationId, isReadOnly }} />
          ))}
        </ul>
      )}
      {hasRun && !isReadOnly && (
        <button type="button" className={classes.actions} onClick={open}>
          <IconListDetails size={16} stroke={1.6} aria-hidden />
          {t`Reasoning / Actions`}
        </button>
      )}
    </div>
  );
}

/** Of files with the same name, only the last one is shown; the panel has the others. */
function listLatest(files: readonly GeneratedFile[]): GeneratedFile[] {
  return [...new Map(files.map((file) => [file.values.file_name, file])).values()];
}
