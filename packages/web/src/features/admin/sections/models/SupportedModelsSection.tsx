import type { ModelConfig } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import fieldClasses from "../../../../ui/fields.module.css";
import { ConfirmDialog } from "../../../../ui/modal/ConfirmDialog.tsx";
import { SelectField } from "../../../../ui/SelectField.tsx";
import classes from "../../Admin.module.css";
import { ModelDialog } from "./ModelDialog.tsx";
import { ModelRoles } from "./ModelRoles.tsx";
import { ModelRow } from "./ModelRow.tsx";
import { listModels, type ModelOrder, type Models } from "./modelChanges.ts";

interface SupportedModelsSectionProps {
  stored: Models;
  /** The models that were changed and not saved, by id. */
  changes: Models;
  /** The ids of the models that the server's environment offers. */
  locked: readonly string[];
  /** The groups of the directory. */
  groupNames: string[];
  onChange: (changes: Record<string, ModelConfig>) => void;
}

type OpenDialog = { type: "add" } | { type: "edit" | "remove"; model: ModelConfig };

/** The models that people can choose, what each is for, and for whom it is. */
export function SupportedModelsSection({ stored, changes, locked, groupNames, onChange }: SupportedModelsSectionProps) {
  const models = { ...stored, ...changes };
  const [search, setSearch] = useState("");
  const [order, setOrder] = useState<ModelOrder>("name");
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const shown = listModels(models, search, order);
  const change = (model: ModelConfig) => onChange({ ...changes, [model.id]: model });
  const remove = (model: ModelConfig) => {
    if (locked.includes(model.id)) return change({ ...model, isAvailable: false });
    if (stored[model.id]) return change({ ...model, isRemoved: true });
    // It was never saved.
    onChange(Object.fromEntries(Object.entries(changes).filter(([id]) => id !== model.id)));
  };
  return (
    <>
      <ModelRoles models={models} onChange={onChange} changes={changes} />
      <div className={classes.newGroup}>
        <TextInput
          type="search"
          classNames={{ root: classes.grow ?? "", input: fieldClasses.input ?? "" }}
          aria-label={t`Search models`}
          placeholder={t`Search models`}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <SelectField
          aria-label={t`Order of the models`}
          value={order}
          choices={[
            { value: "name", label: t`By name` },
            { value: "provider", label: t`By provider` },
            { value: "price", label: t`By price` },
          ]}
          onChange={(value) => setOrder(value === "provider" || value === "price" ? value : "name")}
        />
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setDialog({ type: "add" })}
        >{t`Add a model`}</Button>
      </div>
      {shown.length === 0 && (
        <p className={classes.note}>
          {search.trim() === ""
            ? t`There are no models yet. Connect a model server, or add a model.`
            : t`No models match.`}
        </p>
      )}
      <ul className={classes.list} aria-label={t`Supported Models`}>
        {shown.map((model) => (
          <ModelRow
            key={model.id}
            model={model}
            isChanged={changes[model.id] !== undefined}
            isLocked={locked.includes(model.id)}
            onEdit={() => setDialog({ type: "edit", model })}
            onChange={change}
            onRemove={() => setDialog({ type: "remove", model })}
          />
        ))}
      </ul>
      {dialog && dialog.type !== "remove" && (
        <ModelDialog
          model={dialog.type === "edit" ? dialog.model : null}
          usedIds={Object.keys(models)}
          groupNames={groupNames}
          onSubmit={(model) => {
            change(model);
            setDialog(null);
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog?.type === "remove" && (
        <RemoveQuestion
          model={dialog.model}
          isLocked={locked.includes(dialog.model.id)}
          onConfirm={() => {
            remove(dialog.model);
            setDialog(null);
          }}
          onCancel={() => setDialog(null)}
        />
      )}
    </>
  );
}

interface RemoveQuestionProps {
  model: ModelConfig;
  isLocked: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

function RemoveQuestion({ model: { name }, isLocked, onConfirm, onCancel }: RemoveQuestionProps) {
  return (
    <ConfirmDialog
      isOpen
      title={isLocked ? t`Make the model unavailable` : t`Remove the model`}
      message={
        isLocked
          ? t`The server’s environment offers “${name}”, so it would come back at the next start. It is made unavailable instead.`
          : t`“${name}” is removed with its addresses when you save.`
      }
      note={t`Chats, prompts and assistants that use it stay, and ask for another model.`}
      confirmLabel={isLocked ? t`Make unavailable` : t`Remove`}
      isDestructive
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}
