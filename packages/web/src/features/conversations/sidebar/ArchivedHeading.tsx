import { t } from "@lingui/core/macro";
import { IconArrowLeft } from "@tabler/icons-react";
import type { Ref } from "react";
import { IconButton } from "../../../ui/IconButton.tsx";
import classes from "./ArchivedHeading.module.css";

interface ArchivedHeadingProps {
  backRef: Ref<HTMLButtonElement>;
  onBack: () => void;
}

/** The heading of the list of archived conversations, with the way back. */
export function ArchivedHeading({ backRef, onBack }: ArchivedHeadingProps) {
  return (
    <div className={classes.root}>
      <IconButton ref={backRef} name={t`Back to all chats`} size={28} onClick={onBack}>
        <IconArrowLeft size={16} stroke={1.8} />
      </IconButton>
      <h3 className={classes.title}>{t`Archived`}</h3>
    </div>
  );
}
