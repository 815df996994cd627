import type { Model } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Select } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useMemo } from "react";
import { groupModels } from "../../entities/models/groupModels.ts";
import { ModelOption } from "./ModelOption.tsx";
import classes from "./ModelSelector.module.css";
import { searchModels } from "./searchModels.ts";

export interface ModelSelectProps {
  models: readonly Model[];
  /** The id of the chosen model, which is one of `models`; null: none. */
  value: string | null;
  disabled: boolean;
  onChange: (modelId: string) => void;
}

/** The list of models behind a field that finds them. `start`: what the person has done while its code was loading. */
export function ModelSelect(props: ModelSelectProps & { start: "unfocused" | "focused" | "open" }) {
  const { models, value, disabled, onChange, start } = props;
  const options = useMemo(() => toOptions(models), [models]);
  return (
    <Select
      className={classes.selector}
      autoFocus={start !== "unfocused"}
      defaultDropdownOpened={start === "open"}
      classNames={{
        input: classes.input,
        dropdown: classes.dropdown,
        groupLabel: classes.family,
        option: classes.option,
      }}
      aria-label={t`Model`}
      placeholder={t`Choose a model`}
      rightSection={<IconChevronDown size={16} stroke={1.8} className={classes.chevron} aria-hidden />}
      data={options}
      value={value}
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
      filter={({ search }) => toOptions(searchModels(models, search))}
      renderOption={({ option, checked }) => {
        const model = models.find(({ id }) => id === option.value);
        return model && <ModelOption model={model} isChosen={checked === true} />;
      }}
    />
  );
}

function toOptions(models: readonly Model[]) {
  const groups = groupModels(models);
  return groups.map(({ name, models: members }) => ({
    group: groups.length > 1 ? name : "",
    items: members.map(({ id, name }) => ({ value: id, label: name })),
  }));
}
