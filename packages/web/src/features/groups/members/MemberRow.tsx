import type { GroupLevel, GroupMember } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { breakAddress } from "../../../entities/groups/people/breakAddress.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { SelectBox } from "../../../ui/SelectBox.tsx";
import { getLevelName } from "../groupTexts.ts";
import { LevelSelect } from "../LevelSelect.tsx";
import classes from "./MemberTable.module.css";

export interface MemberRowProps {
  member: GroupMember;
  level: GroupLevel;
  isSelf: boolean;
  isSelected: boolean;
  /** True if the person may change members. */
  canChange: boolean;
  onSelect: (isSelected: boolean) => void;
  onLevel: (level: GroupLevel) => void;
  onRemove: () => void;
}

/** The cells of a member's row. */
export function MemberRow({ member, level, isSelf, isSelected, canChange, ...handlers }: MemberRowProps) {
  const name = member.email ?? member.systemId ?? member.name ?? member.id;
  return (
    <>
      <Cell className={classes.selectCell}>
        {canChange && <SelectBox name={t`Select ${name}`} isSelected={isSelected} onSelect={handlers.onSelect} />}
      </Cell>
      <Cell className={classes.nameCell}>
        <span className={classes.name}>{breakAddress(name)}</span>
        <span className={classes.detail}>{describeMember(member, name, isSelf)}</span>
      </Cell>
      <Cell className={classes.levelCell}>
        {canChange ? (
          <LevelSelect name={t`Access for ${name}`} value={level} onChange={handlers.onLevel} />
        ) : (
          getLevelName(level)
        )}
      </Cell>
      <Cell>
        {canChange && (
          <IconButton name={t`Remove ${name}`} onClick={handlers.onRemove}>
            <IconTrash size={17} stroke={1.6} />
          </IconButton>
        )}
      </Cell>
    </>
  );
}

function describeMember({ kind, name }: GroupMember, shownName: string, isSelf: boolean): string {
  const otherName = name === shownName ? null : name;
  const mark = isSelf
    ? t({ message: "You", comment: "Marks the person's own row in a list of members" })
    : kind === "invitation"
      ? t`Hasn’t signed in yet`
      : kind === "service"
        ? t`System`
        : null;
  return [otherName, mark].filter((part) => part).join(" · ");
}

function Cell({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows of a table element cannot be positioned
    <div role="cell" className={className}>
      {children}
    </div>
  );
}
