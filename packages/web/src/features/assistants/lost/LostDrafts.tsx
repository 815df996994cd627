import { t } from "@lingui/core/macro";
import { UnstyledButton } from "@mantine/core";
import { IconFileAlert } from "@tabler/icons-react";
import { useId } from "react";
import { openDialog } from "../../../entities/shell/dialogs.ts";
import classes from "./Lost.module.css";
import { useLostDrafts } from "./useLostDrafts.ts";

/** The drafts that can no longer be saved where they belong; nothing if there are none. */
export function LostDrafts() {
  const drafts = useLostDrafts();
  const titleId = useId();
  if (drafts.length === 0) return null;
  return (
    <section className={classes.drafts} aria-labelledby={titleId}>
      <h3 id={titleId} className={classes.title}>{t`Unsaved drafts`}</h3>
      <p className={classes.note}>{t`Their assistants were deleted, or you can no longer edit them.`}</p>
      <ul className={classes.list}>
        {drafts.map(({ key, name }) => (
          <li key={key}>
            <UnstyledButton className={classes.draft} onClick={() => openDialog("lostDraft", { draftKey: key })}>
              <IconFileAlert size={16} stroke={1.6} className={classes.icon} aria-hidden />
              <span className={classes.name} dir="auto">
                {name || t`Untitled Assistant`}
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
