import { t } from "@lingui/core/macro";
import { Combobox } from "@mantine/core";
import { useState } from "react";
import { groupModels } from "../../entities/models/groupModels.ts";
import { listModelsForMenu } from "../../entities/models/listModelsForMenu.ts";
import type { ModelMenuProps } from "../../entities/models/modelMenuProps.ts";
import { useModels } from "../../entities/models/useModels.ts";
import { useUserSettings } from "../../entities/settings/userSettings.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import { SearchMenu } from "../../ui/SearchMenu.tsx";
import { ModelOption } from "./ModelOption.tsx";
import selectorClasses from "./ModelSelector.module.css";
import { searchModels } from "./searchModels.ts";

/** The open list of models with a search, without the models that the person has hidden. */
export function ModelMenu({ position, value, onChoose, onClose }: ModelMenuProps) {
  const { user } = useWorkspace();
  const { hiddenModelIds } = useUserSettings(user.id);
  const { status, models: allModels, find } = useModels();
  const [search, setSearch] = useState("");
  const models = searchModels(listModelsForMenu(allModels, hiddenModelIds, value), search);
  const groups = groupModels(models);
  const choose = (id: string) => {
    const model = find(id);
    onClose();
    if (model) onChoose(model);
  };
  return (
    <SearchMenu
      label={t`Models`}
      searchLabel={t`Search models`}
      position={position}
      widthRem={22}
      classNames={{
        dropdown: selectorClasses.dropdown,
        groupLabel: selectorClasses.family,
        option: selectorClasses.option,
      }}
      search={search}
      onSearch={setSearch}
      hasActive
      onChoose={choose}
      onClose={onClose}
    >
      {groups.map((group) => (
        <Combobox.Group key={group.name} label={groups.length > 1 ? group.name : ""}>
          {group.models.map((model) => (
            <Combobox.Option
              key={model.id}
              value={model.id}
              active={model.id === value}
              aria-selected={model.id === value}
            >
              <ModelOption model={model} isChosen={model.id === value} />
            </Combobox.Option>
          ))}
        </Combobox.Group>
      ))}
      {models.length === 0 && (
        <Combobox.Empty>{status === "loading" ? t`Loading Models...` : t`No models match.`}</Combobox.Empty>
      )}
    </SearchMenu>
  );
}
