import type { AssistantDefinition, AssistantSummary } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { toContent, toDraft } from "../draft/assistantDraft.ts";
import { AttachedDocuments } from "./AttachedDocuments.tsx";
import { ContentView } from "./ContentView.tsx";
import classes from "./Versions.module.css";

interface ReadOnlyAssistantProps {
  assistant: AssistantSummary;
  /** Null for people who may only chat with it. */
  definition: AssistantDefinition | null;
  /** Closes the dialog before a document is opened. Without it, documents are only named. */
  onClose?: () => void;
}

/** An assistant that the person cannot edit. */
export function ReadOnlyAssistant({ assistant, definition, onClose }: ReadOnlyAssistantProps) {
  return (
    <div className={classes.root}>
      <p className={classes.intro}>
        {definition
          ? t`You can view the setup of this assistant, but not change it.`
          : t`You can chat with this assistant. Only its authors see its instructions and documents.`}
      </p>
      {definition ? (
        <>
          <ContentView content={toContent(toDraft(definition))} />
          {onClose && <AttachedDocuments definition={definition} onOpen={onClose} />}
        </>
      ) : (
        <p className={classes.intro} dir="auto">
          {assistant.description}
        </p>
      )}
    </div>
  );
}
