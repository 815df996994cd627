import { t } from "@lingui/core/macro";
import { Button, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { assistantQuery } from "../../../entities/assistants/useAssistants.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { isSameDraft, toDraft } from "./draft/assistantDraft.ts";
import { lacksSecrets } from "./draft/customApiDraft.ts";
import classes from "./Editor.module.css";
import { AdvancedFields } from "./fields/AdvancedFields.tsx";
import { ArtifactsOption } from "./fields/ArtifactsOption.tsx";
import { AutoPopulate } from "./fields/AutoPopulate.tsx";
import { CheckList } from "./fields/CheckList.tsx";
import { DocumentFields } from "./fields/DocumentFields.tsx";
import { getTextProps } from "./fields/fieldProps.ts";
import { GroupFields } from "./fields/GroupFields.tsx";
import { IconField } from "./fields/IconField.tsx";
import { LanguageVersionField } from "./fields/operations/LanguageVersionField.tsx";
import { OperationFields } from "./fields/operations/OperationFields.tsx";
import { SectionLinks } from "./fields/SectionLinks.tsx";
import { StarterFields } from "./fields/StarterFields.tsx";
import { LostRightNotice } from "./LostRightNotice.tsx";
import type { AssistantEditor } from "./useAssistantEditor.ts";
import { formatAuthor, isSavedBy } from "./versions/describeSaving.ts";

interface EditorFieldsProps {
  editor: AssistantEditor;
  /** Buttons for the saved assistant; for a new one, whose it will be. */
  tools?: ReactNode;
}

/** The fields of an assistant. */
export function EditorFields({ editor, tools }: EditorFieldsProps) {
  const { draftState, problems, documents, group, groupTypes, firstField } = editor;
  const { draft, change } = draftState;
  const props = { draft, problems, change };
  const isNew = editor.assistantId === null;
  return (
    <div className={classes.editor}>
      <SectionLinks editor={editor} tools={!isNew && tools} />
      <div className={classes.fields}>
        <DraftNotice editor={editor} />
        <div className={classes.nameRow} data-below-tools={!isNew || undefined}>
          <IconField {...props} />
          <TextInput
            label={t`Assistant Name`}
            aria-required
            data-autofocus={firstField === "name" || undefined}
            // What is typed takes the place of the name that the editor has chosen.
            onFocus={({ currentTarget }) => isNew && !draftState.isChanged && currentTarget.select()}
            {...getTextProps(props, "name")}
          />
        </div>
        <Textarea
          label={t`Description`}
          description={t`Shown where people choose an assistant.`}
          rows={2}
          {...getTextProps(props, "description")}
        />
        {isNew && (
          <div className={classes.tools}>
            {tools}
            <AutoPopulate editor={editor} />
          </div>
        )}
        <Textarea
          label={t`Instructions`}
          description={t`Describe its task, its audience and what to avoid.`}
          rows={15}
          data-autofocus={firstField === "instructions" || undefined}
          {...getTextProps(props, "instructions")}
        />
        <DocumentFields
          documents={documents}
          type={null}
          sources={draft.dataSources}
          onChange={(dataSources) => change({ dataSources })}
        />
        <StarterFields {...props} />
        <Textarea
          label={t`Disclaimer to Append to Responses`}
          description={t`Shown in small print below each answer. Plain text only, no Markdown.`}
          rows={2}
          {...getTextProps(props, "disclaimer")}
        />
        {group && <GroupFields {...props} group={group} groupTypes={groupTypes} documents={documents} />}
        <OperationFields {...props} editor={editor} />
        <AdvancedFields {...props} assistantId={editor.assistantId} version={draftState.baseVersion ?? 1}>
          <LanguageVersionField {...props} />
          <ArtifactsOption {...props} />
          {/* Out of the way, because it replaces everything. */}
          {!isNew && <AutoPopulate editor={editor} />}
        </AdvancedFields>
        <CheckList editor={editor} />
        {editor.lossReason === null ? (
          <NewerVersionNotice editor={editor} />
        ) : (
          <LostRightNotice editor={editor} reason={editor.lossReason} />
        )}
      </div>
    </div>
  );
}

/** Says what happened to the draft other than by typing, and offers to undo it. */
function DraftNotice({ editor: { draftState, isChanged, assistantId } }: { editor: AssistantEditor }) {
  const { notice, undo, draft } = draftState;
  if (!notice || (notice.kind === "unsaved" && !isChanged)) return null;
  const isNew = assistantId === null;
  return (
    <p className={classes.notice} role="status">
      <span>
        {notice.text}{" "}
        {notice.kind === "unsaved" &&
          draft.customApis.some(lacksSecrets) &&
          t`This browser doesn’t store the secrets of APIs, so please enter new ones again.`}
      </span>
      <Button variant="subtle" size="compact-sm" onClick={undo}>
        {notice.kind === "replaced" ? t`Undo` : isNew ? t`Start over` : t`Undo changes`}
      </Button>
    </p>
  );
}

/** Says that a newer version has been saved meanwhile, at the end of the visible fields, so that none moves. */
function NewerVersionNotice({ editor: { assistantId, draftState, documents } }: { editor: AssistantEditor }) {
  const { user } = useWorkspace();
  const { data } = useQuery({ ...assistantQuery(assistantId ?? ""), enabled: assistantId !== null });
  const newest = data?.definition;
  if (!newest || draftState.baseVersion === null || newest.version <= draftState.baseVersion) return null;
  // The person may have saved it without receiving the response.
  if (isSameDraft(draftState.draft, toDraft(newest)) && !documents.hasAdded) return null;
  const author = formatAuthor(newest);
  return (
    <p className={`${classes.notice} ${classes.newer}`} role="status">
      {isSavedBy(newest, user)
        ? t`You have saved a newer version in another tab or on another device. You can compare it with this one when you save.`
        : t`${author} has saved a newer version. You can compare it with yours when you save.`}
    </p>
  );
}
