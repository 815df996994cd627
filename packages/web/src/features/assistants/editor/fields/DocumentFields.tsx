import type { DataSource } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Suspense, use, useId } from "react";
import { AssistantSlotsContext } from "../../../../entities/assistants/assistantSlots.ts";
import { ListSkeleton } from "../../../../ui/Skeletons.tsx";
import classes from "../Editor.module.css";
import type { EditorDocuments } from "../useEditorDocuments.ts";

interface DocumentFieldsProps {
  documents: EditorDocuments;
  /** The group type whose documents these are; null: those of the assistant itself. */
  type: string | null;
  sources: readonly DataSource[];
  onChange: (sources: DataSource[]) => void;
}

/** The documents of the assistant, or of one of its group types. */
export function DocumentFields({ documents, type, sources, onChange }: DocumentFieldsProps) {
  const { DocumentsField } = use(AssistantSlotsContext);
  const labelId = useId();
  const noteId = useId();
  return (
    <div className={classes.group} data-draft-field={type === null ? "documents" : undefined}>
      {/* Focusable, because while the field is loading there is nothing else that could get the focus. */}
      <span id={labelId} className={classes.label} tabIndex={-1}>
        {t`Upload Data Sources`}
      </span>
      <span id={noteId} className={classes.note}>
        {type === null
          ? t`The assistant can use these documents in every chat.`
          : t`Extra documents for people of this type.`}
      </span>
      {/* While its code loads, the dialog around it stays, and keeps the focus. */}
      <Suspense fallback={<ListSkeleton rows={1} label={t`Loading the documents`} />}>
        <DocumentsField
          draftKey={documents.getDraftKey(type)}
          savedDocuments={documents.getSaved(type)}
          onRemoveSaved={({ id }) => onChange(sources.filter((source) => source.id !== id))}
          onRetrySaved={documents.retrySaved}
          labelledBy={labelId}
          describedBy={noteId}
        />
      </Suspense>
    </div>
  );
}
