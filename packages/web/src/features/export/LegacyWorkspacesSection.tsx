import type { LegacyWorkspace } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { legacyWorkspacesQuery } from "../../entities/exports/legacyWorkspacesQuery.ts";
import { formatDay } from "../../entities/files/formatDay.ts";
import { openDialog } from "../../entities/shell/dialogs.ts";
import { SelectField } from "../../ui/SelectField.tsx";
import classes from "./LegacyWorkspacesSection.module.css";

/** Imports a workspace that the person saved in an earlier product. */
export function LegacyWorkspacesSection() {
  const { data: workspaces = [] } = useQuery(legacyWorkspacesQuery);
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const chosen = workspaces.find(({ key }) => key === chosenKey) ?? workspaces[0];
  if (!chosen) return null;
  return (
    <div className={classes.root}>
      <SelectField
        label={t`Workspace`}
        description={t`What is in it is added to your own chats and prompts.`}
        value={chosen.key}
        choices={workspaces.map((workspace) => ({ value: workspace.key, label: describe(workspace) }))}
        onChange={setChosenKey}
      />
      <Button onClick={() => openDialog("legacyWorkspace", { workspace: chosen })}>{t`Import Items`}</Button>
    </div>
  );
}

/** Names a workspace with its day, which tells workspaces of the same name apart. */
function describe({ name, note, sharedAt }: LegacyWorkspace): string {
  return [name || note, formatDay(sharedAt)].filter(Boolean).join(" · ");
}
