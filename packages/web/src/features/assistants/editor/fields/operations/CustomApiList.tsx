import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type AssistantDraft, nameDraftFunctions } from "../../draft/assistantDraft.ts";
import {
  type CustomApiDraft,
  createCustomApi,
  duplicateCustomApi,
  hasStoredSecrets,
} from "../../draft/customApiDraft.ts";
import { findApiProblems, findSavedApi } from "../../draft/findApiProblems.ts";
import { formatPlaceholder, formatSecretsNotCopied } from "../../draft/operationTexts.ts";
import type { DraftState } from "../../draft/useAssistantDraft.ts";
import editorClasses from "../../Editor.module.css";
import { CustomApiRow } from "./CustomApiRow.tsx";

interface CustomApiListProps {
  draft: AssistantDraft;
  /** Those that the draft started from. */
  savedApis: readonly CustomApiDraft[];
  /** Null for a new assistant. */
  assistantId: string | null;
  canAdd: boolean;
  showsProblems: boolean;
  change: DraftState["change"];
}

/** What was done to the list, in place of a notice, which would outlast the editor. */
type ListNotice = { kind: "deleted"; api: CustomApiDraft; index: number } | { kind: "duplicated" };

/** The requests of its own that an assistant can send. */
export function CustomApiList({ draft, savedApis, assistantId, canAdd, showsProblems, change }: CustomApiListProps) {
  const { customApis } = draft;
  const listRef = useRef<HTMLFieldSetElement>(null);
  const undoRef = useRef<HTMLButtonElement>(null);
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set());
  const [notice, setNotice] = useState<ListNotice | null>(null);
  const setOpen = (id: string, isOpen: boolean) =>
    setOpenIds((ids) => new Set([...ids].filter((each) => each !== id).concat(isOpen ? id : [])));
  const update = (next: (apis: readonly CustomApiDraft[]) => CustomApiDraft[]) =>
    change((latest) => ({ customApis: next(latest.customApis) }));
  const functionNames = nameDraftFunctions(draft);
  const isOn = draft.capabilities.featureOptions.IncludeApiInstr;
  const placeholder = formatPlaceholder("name");

  const insert = (index: number, api: CustomApiDraft, newNotice: ListNotice | null) => {
    flushSync(() => {
      update((apis) => apis.toSpliced(index, 0, api));
      setOpen(api.id, true);
      setNotice(newNotice);
    });
    const row = listRef.current?.querySelector(`[data-api="${CSS.escape(api.id)}"]`);
    row?.querySelector<HTMLElement>("input")?.focus();
  };
  const remove = (api: CustomApiDraft, index: number) => {
    flushSync(() => {
      update((apis) => apis.filter(({ id }) => id !== api.id));
      setNotice({ kind: "deleted", api, index });
    });
    undoRef.current?.focus();
  };

  return (
    <fieldset ref={listRef} className={editorClasses.group}>
      <legend className={editorClasses.label}>{t`Custom API Capabilities`}</legend>
      <p className={editorClasses.note}>
        {t`Describe a request to another server. ${placeholder} in the URL, a header or the body stands for the parameter with this name.`}
      </p>
      {customApis.map((api, index) => (
        <CustomApiRow
          key={api.id}
          api={api}
          functionName={functionNames.get(api.id) ?? api.id}
          saved={findSavedApi(savedApis, api)}
          assistantId={assistantId}
          problems={showsProblems ? findApiProblems(api, isOn, findSavedApi(savedApis, api)) : {}}
          isOpen={openIds.has(api.id)}
          canDuplicate={canAdd}
          onToggle={(isOpen) => setOpen(api.id, isOpen)}
          onChange={(changes) =>
            update((apis) => apis.map((each) => (each.id === api.id ? { ...each, ...changes } : each)))
          }
          onDuplicate={() =>
            insert(
              index + 1,
              duplicateCustomApi(api, t`${api.name} copy`),
              hasStoredSecrets(api) ? { kind: "duplicated" } : null,
            )
          }
          onDelete={() => remove(api, index)}
        />
      ))}
      {notice?.kind === "duplicated" && (
        <p className={editorClasses.note} role="status">
          {formatSecretsNotCopied()}
        </p>
      )}
      {notice?.kind === "deleted" && (
        <p className={editorClasses.notice} role="status">
          <span>{formatDeleted(notice.api)}</span>
          <Button
            ref={undoRef}
            variant="subtle"
            size="compact-sm"
            onClick={() => insert(Math.min(notice.index, customApis.length), notice.api, null)}
          >
            {t`Undo`}
          </Button>
        </p>
      )}
      {canAdd && (
        <Button
          className={editorClasses.add ?? ""}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => insert(customApis.length, createCustomApi(), null)}
        >
          {t`Add a custom API`}
        </Button>
      )}
    </fieldset>
  );
}

function formatDeleted({ name }: CustomApiDraft): string {
  return name.trim() === "" ? t`The custom API was deleted.` : t`“${name}” was deleted.`;
}
