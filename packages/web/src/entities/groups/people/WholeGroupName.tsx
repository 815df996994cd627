import type { Group } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconUsersGroup } from "@tabler/icons-react";
import classes from "./PersonName.module.css";
import { findGroupsByName } from "./wholeGroups.ts";

interface WholeGroupNameProps {
  group: Group;
  /** All that can be entered. */
  wholeGroups: readonly Group[];
}

/**
 * A group that is entered as a whole. Says how many people it has only if that is everybody, because the number of added
 * members does not include those of directory groups.
 */
export function WholeGroupName({ group, wholeGroups }: WholeGroupNameProps) {
  const { id, name, isPublic, isBuiltIn } = group;
  const idEnd = id.slice(-4);
  const mark = isPublic || isBuiltIn ? t`Group · everyone` : t`Group`;
  return (
    <span className={classes.name}>
      <IconUsersGroup size={16} stroke={1.6} className={classes.icon} aria-hidden />
      <span className={classes.text} dir="auto">
        {name}
      </span>
      <span className={classes.mark}>
        {/* The end of the id tells groups of the same name apart. */}
        {findGroupsByName(name, wholeGroups).length > 1 ? `${mark} · …${idEnd}` : mark}
      </span>
    </span>
  );
}
