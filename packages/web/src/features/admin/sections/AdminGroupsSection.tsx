import type { AdminGroupConfig } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { TextInput } from "@mantine/core";
import { useState } from "react";
import fieldClasses from "../../../ui/fields.module.css";
import classes from "../Admin.module.css";
import tableClasses from "../AdminTable.module.css";
import { AdminGroupRow } from "./AdminGroupRow.tsx";
import { addAdminGroupChange, mergeAdminGroups } from "./mergeAdminGroups.ts";
import { Pages } from "./Pages.tsx";

type Groups = Record<string, AdminGroupConfig>;

interface AdminGroupsSectionProps {
  /** As they were saved. */
  groups: Groups;
  /** What is changed and not saved. */
  changes: Groups;
  /** The names of the groups of the directory. */
  directoryGroups: readonly string[];
  onChange: (changes: Groups) => void;
}

const pageSize = 25;

/** The groups with assistants in a table: who is in them, and whether their conversations are analyzed. */
export function AdminGroupsSection({ groups, changes, directoryGroups, onChange }: AdminGroupsSectionProps) {
  const [search, setSearch] = useState("");
  const [pageIndex, setPageIndex] = useState(0);
  const text = search.trim().toLowerCase();
  const all = Object.values(mergeAdminGroups(groups, changes));
  const matches = all.filter(({ groupName = "", createdBy }) =>
    `${groupName} ${createdBy ?? ""}`.toLowerCase().includes(text),
  );
  if (all.length === 0) return <p className={classes.note}>{t`There are no groups yet.`}</p>;
  const pageCount = Math.max(1, Math.ceil(matches.length / pageSize));
  const page = Math.min(pageIndex, pageCount - 1);
  return (
    <>
      <p className={classes.note}>{plural(all.length, { one: "# group", other: "# groups" })}</p>
      <TextInput
        type="search"
        classNames={{ input: fieldClasses.input ?? "" }}
        aria-label={t`Search groups`}
        placeholder={t`Name or creator`}
        value={search}
        onChange={(event) => {
          setSearch(event.currentTarget.value);
          setPageIndex(0);
        }}
      />
      {matches.length === 0 && <p className={classes.note}>{t`No group has this name.`}</p>}
      {matches.length > 0 && (
        <div className={tableClasses.scroller}>
          <table className={tableClasses.table} aria-label={t`Assistant Admin Groups`}>
            <thead>
              <tr>
                <th scope="col">{t`Group`}</th>
                <th scope="col">{t`Assistants`}</th>
                <th scope="col">{t`Public`}</th>
                <th scope="col">{t`Analysis`}</th>
                <th scope="col">{t`Limit`}</th>
                <th scope="col">{t`Amplify Groups`}</th>
                <th scope="col">{t`Administration`}</th>
              </tr>
            </thead>
            <tbody>
              {matches.slice(page * pageSize, (page + 1) * pageSize).map((group) => (
                <AdminGroupRow
                  key={group.group_id}
                  group={group}
                  isChanged={changes[group.group_id] !== undefined}
                  directoryGroups={directoryGroups}
                  onChange={(change) => onChange(addAdminGroupChange(groups, changes, change))}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {pageCount > 1 && (
        <Pages
          label={t`Pages of groups`}
          page={page}
          pageSize={pageSize}
          count={matches.length}
          onChange={setPageIndex}
        />
      )}
    </>
  );
}
