import type { AssistantSummary } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Select } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { assistantQuery, useAssistants } from "../../../../entities/assistants/useAssistants.ts";
import { notifyFailure } from "../../../../ui/notices/notify.tsx";
import selectClasses from "../../../../ui/SelectField.module.css";
import { copyToDraft, toDraft } from "../draft/assistantDraft.ts";
import { hasStoredSecrets } from "../draft/customApiDraft.ts";
import { formatSecretsNotCopied } from "../draft/operationTexts.ts";
import classes from "../Editor.module.css";
import type { AssistantEditor } from "../useAssistantEditor.ts";

/** Fills the editor with a copy of another assistant. Hidden if the person can see how none is made. */
export function AutoPopulate({ editor }: { editor: AssistantEditor }) {
  const { data: assistants = [] } = useAssistants();
  const cache = useQueryClient();
  const [isLoading, setIsLoading] = useState(false);
  const choices = assistants.filter(
    ({ role, isSystem, assistantId }) => role !== "use" && !isSystem && assistantId !== editor.assistantId,
  );
  const populate = async (assistantId: string) => {
    setIsLoading(true);
    try {
      const { definition } = await cache.fetchQuery({ ...assistantQuery(assistantId), staleTime: 0 });
      if (!definition) throw new Error(t`You can no longer view the setup of this assistant.`);
      const { name } = definition;
      const text = t`Filled in from “${name}”.`;
      const hasSecrets = toDraft(definition).customApis.some(hasStoredSecrets);
      editor.draftState.replace(
        copyToDraft(definition, editor.groupTypes),
        hasSecrets ? `${text} ${formatSecretsNotCopied()}` : text,
      );
    } catch (error) {
      notifyFailure(error);
    } finally {
      setIsLoading(false);
    }
  };
  if (choices.length === 0) return null;
  return (
    <Select
      className={classes.populate ?? ""}
      label={t`Auto-Populate From Existing Assistant`}
      placeholder={isLoading ? t`Loading…` : t`Choose an assistant`}
      data={choices.map((assistant) => ({ value: assistant.assistantId, label: nameOf(assistant) }))}
      value={null}
      searchable
      openOnFocus={false}
      disabled={isLoading}
      maxDropdownHeight={280}
      limit={100}
      nothingFoundMessage={t`No matches`}
      classNames={{ input: selectClasses.input, dropdown: selectClasses.dropdown, option: selectClasses.option }}
      onChange={(assistantId) => assistantId !== null && void populate(assistantId)}
    />
  );
}

const nameOf = ({ icon, name, group }: AssistantSummary) =>
  [icon, name, group && `(${group.name})`].filter(Boolean).join(" ");
