import { t } from "@lingui/core/macro";
import { Select } from "@mantine/core";
import { useMemo } from "react";
import type { ModelSelectorProps } from "../../entities/models/modelSelectorProps.ts";
import { useModels } from "../../entities/models/useModels.ts";
import { ModelOption } from "./ModelOption.tsx";
import classes from "./ModelSelector.module.css";
import { searchModels } from "./searchModels.ts";

const noIds: readonly string[] = [];

/** A field that selects a model, with a search by name, provider and description. */
export function ModelSelector({ value, onChange, hiddenIds = noIds, disabled = false }: ModelSelectorProps) {
  const { status, models: allModels, find, retry } = useModels();
  const models = useMemo(
    () => allModels.filter(({ id }) => id === value || !hiddenIds.includes(id)),
    [allModels, value, hiddenIds],
  );
  const options = useMemo(() => models.map(({ id, name }) => ({ value: id, label: name })), [models]);
  if (status === "failed") return <Unavailable onRetry={retry} />;
  if (models.length === 0) {
    return (
      <div className={classes.loading} role="status">
        {status === "loading" ? t`Loading Models...` : t`No models are available to you.`}
      </div>
    );
  }
  return (
    <Select
      className={classes.selector}
      classNames={{
        input: classes.input,
        dropdown: classes.dropdown,
        option: classes.option,
      }}
      aria-label={t`Model`}
      placeholder={t`Choose a model`}
      data={options}
      value={find(value)?.id ?? null}
      onChange={(id) => id !== null && onChange(id)}
      disabled={disabled}
      allowDeselect={false}
      searchable
      selectFirstOptionOnChange
      // Do not open on focus: the settings popover focuses this field when it opens.
      openOnFocus={false}
      nothingFoundMessage={t`No models match.`}
      maxDropdownHeight={360}
      // Render without a portal: a popover that contains this field closes on clicks outside the popover.
      comboboxProps={{
        withinPortal: false,
        transitionProps: { transition: "fade", duration: 140 },
      }}
      filter={({ search }) =>
        searchModels(models, search).map(({ id, name }) => ({
          value: id,
          label: name,
        }))
      }
      renderOption={({ option, checked }) => {
        const model = find(option.value);
        return model && <ModelOption model={model} isChosen={checked === true} />;
      }}
    />
  );
}

function Unavailable({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={classes.loading}>
      <span>{t`No models`}</span>
      <button type="button" className={classes.retry} onClick={onRetry}>
        {t`Try again`}
      </button>
    </div>
  );
}
