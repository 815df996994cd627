import { parseUsedMemories } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { IconBrain } from "@tabler/icons-react";
import type { AnswerPartProps } from "../../../entities/chat/slots/chatSlots.ts";
import { useFlag } from "../../../entities/flags/useFlag.ts";
import { FootDisclosure } from "../../../ui/disclosure/FootDisclosure.tsx";
import classes from "./UsedMemories.module.css";
import { UsedMemoryList } from "./UsedMemoryList.tsx";

/** A button with the number of memories that an answer was written with. It expands their list. */
export function UsedMemories({ state }: AnswerPartProps) {
  const mayUse = useFlag("memory");
  const used = parseUsedMemories(state);
  if (!mayUse) return null;
  return (
    <FootDisclosure
      icon={<IconBrain size={16} stroke={1.6} aria-hidden />}
      label={plural(used.length, { one: "# memory", other: "# memories" })}
      title={t`Memories of this answer`}
      className={classes.panel}
    >
      <UsedMemoryList used={used} />
    </FootDisclosure>
  );
}
