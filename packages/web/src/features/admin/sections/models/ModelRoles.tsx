import type { ModelConfig, ModelRole } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Select } from "@mantine/core";
import fieldClasses from "../../../../ui/fields.module.css";
import classes from "../../Admin.module.css";
import { assignRole, findRoleHolder, isAutomatic, listForRole, type Models } from "./modelChanges.ts";

interface ModelRolesProps {
  models: Models;
  changes: Models;
  onChange: (changes: Record<string, ModelConfig>) => void;
}

/** Which model is for what. What nobody chose is automatic: it follows the prices, except for the default. */
export function ModelRoles({ models, changes, onChange }: ModelRolesProps) {
  return (
    <div className={classes.columns}>
      {getRoles().map(({ role, label, description, emptyText }) => {
        const candidates = listForRole(models, role);
        const holder = findRoleHolder(models, role);
        const isFit = candidates.some(({ id, isAvailable }) => id === holder?.id && isAvailable);
        const isDefault = role === "isDefault";
        const automaticName = !isDefault && isFit && holder && isAutomatic(holder, role) ? holder.name : null;
        return (
          <Select
            key={role}
            classNames={{ input: fieldClasses.input ?? "" }}
            label={label}
            description={description}
            placeholder={automaticName === null ? emptyText : t`Automatic: ${automaticName}`}
            data={candidates.map(({ id, name }) => ({ value: id, label: name }))}
            value={isFit && holder && automaticName === null ? holder.id : null}
            error={isDefault && !isFit && candidates.length > 0 ? t`Please choose a default model.` : null}
            searchable
            openOnFocus={false}
            clearable={!isDefault}
            allowDeselect={false}
            clearButtonProps={{ "aria-label": t`Clear ${label}` }}
            nothingFoundMessage={t`No models match.`}
            onChange={(id) => onChange({ ...assignRole(models, changes, role, id) })}
          />
        );
      })}
    </div>
  );
}

function getRoles(): { role: ModelRole; label: string; description: string; emptyText: string }[] {
  return [
    {
      role: "isDefault",
      label: t`Default model`,
      description: t`For new chats.`,
      emptyText: t`Choose a model`,
    },
    {
      role: "defaultAdvancedModel",
      label: t`Default advanced model`,
      description: t`For difficult tasks.`,
      emptyText: t`The most expensive`,
    },
    {
      role: "defaultCheapestModel",
      label: t`Default cheapest model`,
      description: t`For titles and other small tasks.`,
      emptyText: t`The cheapest`,
    },
    {
      role: "defaultEmbeddingsModel",
      label: t`Default embeddings model`,
      description: t`Finds passages of documents by their meaning. Another model embeds the documents again.`,
      emptyText: t`The first one`,
    },
    {
      role: "defaultQAModel",
      label: t`Default Q&A model`,
      description: t`Prepares questions about documents.`,
      emptyText: t`The cheapest`,
    },
  ];
}
