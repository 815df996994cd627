import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Switch.css";
import type { AdminGroupConfig } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { Button, Switch } from "@mantine/core";
import { useState } from "react";
import tableClasses from "../AdminTable.module.css";
import { DirectoryGroupsInput } from "../DirectoryGroupsInput.tsx";
import { TakeOverButton } from "./TakeOverButton.tsx";

interface AdminGroupRowProps {
  group: AdminGroupConfig;
  /** True if a change is not saved. */
  isChanged: boolean;
  /** The names of the groups of the directory. */
  directoryGroups: readonly string[];
  onChange: (change: AdminGroupConfig) => void;
}

/** A group with assistants, and below it, on request, the groups of the directory whose members are in it. */
export function AdminGroupRow({ group, isChanged, directoryGroups, onChange }: AdminGroupRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { group_id, groupName: name = "", createdBy, amplifyGroups = [], numOfAssistants = 0, hasAdmin = true } = group;
  const creator = createdBy ?? t`unknown`;
  const groupCount =
    amplifyGroups.length === 0 ? t`None` : plural(amplifyGroups.length, { one: "# group", other: "# groups" });
  return (
    <>
      <tr>
        <th scope="row">
          {isChanged ? `${name} *` : name}
          <span className={tableClasses.detail}>{t`Created by ${creator}`}</span>
          {!hasAdmin && <span className={tableClasses.warning}>{t`Nobody administers it`}</span>}
        </th>
        <td>{numOfAssistants}</td>
        <td>
          <Switch
            aria-label={t`${name} is public`}
            checked={group.isPublic ?? false}
            onChange={(event) => onChange({ group_id, isPublic: event.currentTarget.checked })}
          />
        </td>
        <td>
          <Switch
            aria-label={t`Conversations of ${name} are analyzed`}
            checked={group.supportConvAnalysis ?? false}
            onChange={(event) => onChange({ group_id, supportConvAnalysis: event.currentTarget.checked })}
          />
        </td>
        <td>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t`${groupCount}, Amplify Groups of ${name}`}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {groupCount}
          </Button>
        </td>
        <td>
          <TakeOverButton groupId={group_id} name={name} />
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={6}>
            <DirectoryGroupsInput
              label={t`Members of ${name} are also those of`}
              names={directoryGroups}
              value={amplifyGroups}
              onChange={(names) => onChange({ group_id, amplifyGroups: names })}
            />
          </td>
        </tr>
      )}
    </>
  );
}
