import "@mantine/core/styles/Checkbox.css";
import "@mantine/core/styles/InlineInput.css";
import type { DirectoryGroupConfig } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { Checkbox } from "@mantine/core";
import { type ReactNode, useMemo, useState } from "react";
import { Disclosure } from "../../../ui/disclosure/Disclosure.tsx";
import { Modal } from "../../../ui/modal/Modal.tsx";
import classes from "../Admin.module.css";
import { type GroupDifference, type GroupImport, planGroupImport } from "./planGroupImport.ts";
import type { GroupTable } from "./readGroupTable.ts";

interface ImportPreviewProps {
  fileName: string;
  table: GroupTable;
  groups: Record<string, DirectoryGroupConfig>;
  onApply: (groups: Record<string, DirectoryGroupConfig>) => void;
  onClose: () => void;
}

/** What a file changes in the groups. What is applied is saved with *Save Changes*. */
export function ImportPreview({ fileName, table, groups, onApply, onClose }: ImportPreviewProps) {
  const [replaces, setReplaces] = useState(false);
  const plan = useMemo(() => planGroupImport(groups, table, replaces), [groups, table, replaces]);
  const { differences, refused } = plan;
  return (
    <Modal
      isOpen
      title={t`Import Amplify Groups`}
      submitLabel={t`Apply`}
      canSubmit={differences.length > 0}
      width="40rem"
      fillsNarrowScreen
      onClose={onClose}
      onSubmit={() => onApply(plan.groups)}
    >
      <div className={classes.section}>
        <p className={classes.note}>
          {t`${fileName} changes what you see here. It is stored when you save your changes. Groups that the file doesn’t name stay as they are.`}
        </p>
        <Checkbox
          label={t`Remove members that the file doesn’t name`}
          description={t`This applies to the groups in the file and, if it has the column “includes”, to the groups that they include.`}
          checked={replaces}
          onChange={(event) => setReplaces(event.currentTarget.checked)}
        />
        <p role="status" className={classes.summary}>
          {summarize(plan)}
        </p>
        {refused.length > 0 && (
          <section aria-labelledby="refused-rows" className={classes.problem}>
            <h3 id="refused-rows" className={classes.heading}>
              {t`Lines that are left out`}
            </h3>
            <Limited items={refused}>
              {({ line, reason }) => <li key={`${line} ${reason}`}>{t`Line ${line}: ${reason}`}</li>}
            </Limited>
          </section>
        )}
        <Limited items={differences}>{(difference) => <Difference key={difference.name} {...difference} />}</Limited>
      </div>
    </Modal>
  );
}

function summarize({ differences, duplicateCount }: GroupImport): string {
  if (differences.length === 0) return t`The file changes nothing.`;
  const newCount = differences.filter(({ isNew }) => isNew).length;
  const changedCount = differences.length - newCount;
  const count = (pick: (difference: GroupDifference) => readonly string[]) =>
    differences.reduce((sum, difference) => sum + pick(difference).length, 0);
  const parts = [
    plural(newCount, { one: "# new group", other: "# new groups" }),
    plural(changedCount, { one: "# changed group", other: "# changed groups" }),
    plural(
      count(({ addedMembers }) => addedMembers),
      { one: "# member added", other: "# members added" },
    ),
    plural(
      count(({ removedMembers }) => removedMembers),
      { one: "# member removed", other: "# members removed" },
    ),
    ...(duplicateCount > 0
      ? [plural(duplicateCount, { one: "# duplicate ignored", other: "# duplicates ignored" })]
      : []),
  ];
  return parts.join(" · ");
}

function Difference({ name, isNew, addedMembers, removedMembers, addedIncludes, removedIncludes }: GroupDifference) {
  const [isOpen, setIsOpen] = useState(false);
  const counts = [
    ...(isNew ? [t`new`] : []),
    ...(addedMembers.length > 0 ? [`+${addedMembers.length}`] : []),
    ...(removedMembers.length > 0 ? [`−${removedMembers.length}`] : []),
  ];
  const lists = [
    { title: t`Added`, names: addedMembers },
    { title: t`Removed`, names: removedMembers },
    { title: t`Will also have the members of`, names: addedIncludes },
    { title: t`Will no longer have the members of`, names: removedIncludes },
  ].filter(({ names }) => names.length > 0);
  return (
    <li>
      <Disclosure label={[name, ...counts].join(" · ")} isOpen={isOpen} onToggle={setIsOpen}>
        <div className={classes.fields}>
          {lists.map(({ title, names }) => (
            <div key={title}>
              <p className={classes.note}>{title}</p>
              <Limited items={names}>{(each) => <li key={each}>{each}</li>}</Limited>
            </div>
          ))}
          {lists.length === 0 && <p className={classes.note}>{t`Without members`}</p>}
        </div>
      </Disclosure>
    </li>
  );
}

/** A list of which so many items are shown that the browser stays fast. */
function Limited<Item>({ items, children }: { items: readonly Item[]; children: (item: Item) => ReactNode }) {
  const rest = items.length - maxShown;
  return (
    <ul className={classes.plainList}>
      {items.slice(0, maxShown).map(children)}
      {rest > 0 && <li className={classes.note}>{t`and ${rest} more`}</li>}
    </ul>
  );
}

const maxShown = 100;
