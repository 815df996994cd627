import { t } from "@lingui/core/macro";
import { Combobox, useCombobox } from "@mantine/core";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import type { ModelMenuProps } from "../../entities/models/modelMenuProps.ts";
import { useModels } from "../../entities/models/useModels.ts";
import { useUserSettings } from "../../entities/settings/userSettings.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import { menuZIndex } from "../../ui/ActionMenu.tsx";
import { useEscape } from "../../ui/useEscape.ts";
import classes from "./ModelMenu.module.css";
import { ModelOption } from "./ModelOption.tsx";
import selectorClasses from "./ModelSelector.module.css";
import { searchModels } from "./searchModels.ts";

const maxListHeightPx = 360;

/** The open list of models with a search, without the models that the person has hidden. */
export function ModelMenu({ position, value, onChoose, onClose }: ModelMenuProps) {
  const { user } = useWorkspace();
  const { hiddenModelIds } = useUserSettings(user.id);
  const { status, models: allModels, find } = useModels();
  const [search, setSearch] = useState("");
  const listId = useId();
  const combobox = useCombobox({ opened: true });
  useEscape(onClose);
  const models = searchModels(
    allModels.filter(({ id }) => id === value || !hiddenModelIds.includes(id)),
    search,
  );
  const { selectActiveOption, selectFirstOption } = combobox;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions change at every render.
  useEffect(() => {
    if (search === "") selectActiveOption();
    else selectFirstOption();
  }, [search]);
  const choose = (id: string) => {
    const model = find(id);
    onClose();
    if (model) onChoose(model);
  };
  return (
    <Combobox
      store={combobox}
      position={position}
      zIndex={menuZIndex}
      width="min(22rem, calc(100vw - 24px))"
      onClose={onClose}
      onOptionSubmit={choose}
      classNames={{ dropdown: selectorClasses.dropdown, option: selectorClasses.option }}
    >
      <Combobox.DropdownTarget>
        <span className={classes.anchor} aria-hidden />
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        <Combobox.Search
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-label={t`Search models`}
          placeholder={t`Search models`}
          value={search}
          ref={focus}
          classNames={{ input: classes.search }}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          onKeyDown={(event: KeyboardEvent) => event.key === "Tab" && onClose()}
        />
        <Combobox.Options id={listId} aria-label={t`Models`} mah={maxListHeightPx} className={classes.list}>
          {models.map((model) => (
            <Combobox.Option
              key={model.id}
              value={model.id}
              active={model.id === value}
              aria-selected={model.id === value}
            >
              <ModelOption model={model} isChosen={model.id === value} />
            </Combobox.Option>
          ))}
          {models.length === 0 && (
            <Combobox.Empty>{status === "loading" ? t`Loading Models...` : t`No models match.`}</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** The list is not positioned yet, so the page must not scroll to it. */
const focus = (field: HTMLInputElement | null) => field?.focus({ preventScroll: true });
