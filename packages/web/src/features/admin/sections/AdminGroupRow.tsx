import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Switch.css";
import { type AdminGroupConfig, defaultEditableRateLimit } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { Button, Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ReplaceGroupKey } from "../../../entities/apiKeys/ReplaceGroupKey.tsx";
import { useFlag } from "../../../entities/flags/useFlag.ts";
import { describeGroupLimit } from "../../../entities/groups/describeGroupLimit.ts";
import { useGroups } from "../../../entities/groups/useGroups.ts";
import tableClasses from "../AdminTable.module.css";
import { DirectoryGroupsInput } from "../DirectoryGroupsInput.tsx";
import { builtInAssistantsQuery } from "../featureData/featureDataQueries.ts";
import { GroupLimitFields } from "./GroupLimitFields.tsx";
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
  const [open, setOpen] = useState<"groups" | "limit" | null>(null);
  const { group_id, groupName: name = "", createdBy, amplifyGroups = [], numOfAssistants = 0, hasAdmin = true } = group;
  const { rateLimit = { period: "Unlimited", rate: null } } = group;
  const { keyRateLimit = defaultEditableRateLimit } = group;
  const limitText = describeGroupLimit(rateLimit);
  const toggle = (part: "groups" | "limit") => setOpen(open === part ? null : part);
  const creator = createdBy ?? t`unknown`;
  // The panel below the table loads it.
  const { data: builtIn } = useQuery({ ...builtInAssistantsQuery, enabled: false });
  const isBuiltIn = builtIn?.group?.id === group_id;
  const hasApiKeys = useFlag("apiKeys");
  const { data: ownGroups } = useGroups();
  const administersIt = ownGroups?.some(({ id, level }) => id === group_id && level === "admin") === true;
  const groupCount =
    amplifyGroups.length === 0 ? t`None` : plural(amplifyGroups.length, { one: "# group", other: "# groups" });
  return (
    <>
      <tr>
        <th scope="row">
          {isChanged ? `${name} *` : name}
          <span className={tableClasses.detail}>{isBuiltIn ? t`Built-in` : t`Created by ${creator}`}</span>
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
            aria-label={t`Chats of ${name} are analyzed`}
            checked={group.supportConvAnalysis ?? false}
            onChange={(event) => onChange({ group_id, supportConvAnalysis: event.currentTarget.checked })}
          />
        </td>
        <td>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t`${limitText}, limit of ${name}`}
            aria-expanded={open === "limit"}
            onClick={() => toggle("limit")}
          >
            {limitText}
          </Button>
        </td>
        <td>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t`${groupCount}, Amplify Groups of ${name}`}
            aria-expanded={open === "groups"}
            onClick={() => toggle("groups")}
          >
            {groupCount}
          </Button>
        </td>
        <td>
          <div className={tableClasses.buttons}>
            {!administersIt && <TakeOverButton groupId={group_id} name={name} />}
            {hasApiKeys && <ReplaceGroupKey groupId={group_id} groupName={name} size="compact-sm" />}
          </div>
        </td>
      </tr>
      {open === "limit" && (
        <tr>
          <td colSpan={7}>
            <div className={tableClasses.details}>
              <GroupLimitFields
                label={t`Limit of ${name}`}
                note={t`Applies to all chats with the group’s assistants together, besides the limit of each person.`}
                limit={rateLimit}
                onChange={(limit) => onChange({ group_id, rateLimit: limit })}
              />
              {hasApiKeys && (
                <GroupLimitFields
                  label={t`Limit of the API key of ${name}`}
                  note={
                    keyRateLimit.period === "Unlimited"
                      ? t`The group’s administrators choose the limit of its API key.`
                      : t`The most that the group’s API key may cost, also after it is replaced. The group’s administrators can choose a lower limit, which stays.`
                  }
                  limit={{ period: keyRateLimit.period, rate: Number(keyRateLimit.rate) }}
                  onChange={({ period, rate }) =>
                    onChange({ group_id, keyRateLimit: { period, rate: String(rate ?? 0) } })
                  }
                />
              )}
            </div>
          </td>
        </tr>
      )}
      {open === "groups" && (
        <tr>
          <td colSpan={7}>
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
