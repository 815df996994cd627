import { t } from "@lingui/core/macro";
import { Button, UnstyledButton } from "@mantine/core";
import { IconLink, IconRobot, IconTrash, IconUsers, IconX } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { describeSharing } from "../../../entities/assistants/assistantOwner.ts";
import type { GroupAssistant } from "../../../entities/assistants/assistantQueries.ts";
import { isOwnAssistant } from "../../../entities/assistants/isOwnAssistant.ts";
import { formatDate } from "../../../lib/i18n/formats.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { copyAssistantLink } from "../copyAssistantLink.ts";
import { formatPublication, PublicationDot } from "../PublicationDot.tsx";
import { UnsavedBadge } from "../UnsavedBadge.tsx";
import classes from "./Admin.module.css";

interface OverviewRowProps {
  assistant: GroupAssistant;
  groupName: string;
  onOpen: () => void;
  /** Returns true if it is published then. */
  onPublish: () => Promise<boolean>;
  onDelete: () => void;
  onStopSharing: () => void;
}

/** An assistant that members of a group can use: the group's own with its state, or a shared one with who shares it. */
export function OverviewRow({ assistant, groupName, onOpen, onPublish, onDelete, onStopSharing }: OverviewRowProps) {
  const { assistantId, icon, name, description, isPublished, updatedAt, noEdit, noDelete, sharedRole } = assistant;
  const openRef = useRef<HTMLButtonElement>(null);
  const isShared = sharedRole !== undefined;
  const day = formatDate(new Date(updatedAt), { dateStyle: "medium" });
  return (
    <li className={classes.item}>
      <UnstyledButton ref={openRef} className={classes.itemButton} onClick={onOpen}>
        <span className={classes.itemIcon} aria-hidden>
          {icon || <IconRobot size={20} stroke={1.5} />}
        </span>
        <span className={classes.itemText}>
          <span className={classes.itemName}>
            {name} <UnsavedBadge assistant={assistant} />
          </span>
          <span className={classes.itemNote}>{description}</span>
          <span className={`${classes.itemNote} ${classes.stateBelow}`}>
            {isShared ? describeSharing(assistant) : <Publication isPublished={isPublished} />}
          </span>
        </span>
        <span className={classes.itemState}>
          {isShared ? (
            <>
              <IconUsers size={14} stroke={1.8} className={classes.sharedIcon} aria-hidden />
              <span>{describeSharing(assistant)}</span>
            </>
          ) : (
            <Publication isPublished={isPublished} />
          )}
          <span className={classes.itemNote}>{t`Saved on ${day}`}</span>
        </span>
      </UnstyledButton>
      <span className={classes.itemLink}>
        {isPublished && (
          <IconButton name={t`Copy the link to ${name}`} onClick={() => void copyAssistantLink(assistantId)}>
            <IconLink size={18} stroke={1.6} aria-hidden />
          </IconButton>
        )}
        {!isPublished && !isShared && !noEdit && (
          <PublishButton name={name} onPublish={onPublish} onPublished={() => openRef.current?.focus()} />
        )}
      </span>
      <span className={classes.itemLink}>
        {isShared && isOwnAssistant(assistant) && (
          <IconButton name={t`Stop sharing ${name} with ${groupName}`} onClick={onStopSharing}>
            <IconX size={18} stroke={1.6} aria-hidden />
          </IconButton>
        )}
        {!isShared && !noDelete && (
          <IconButton name={t`Delete ${name}`} onClick={onDelete}>
            <IconTrash size={18} stroke={1.6} aria-hidden />
          </IconButton>
        )}
      </span>
    </li>
  );
}

const Publication = ({ isPublished }: { isPublished: boolean }) => (
  <>
    <PublicationDot isPublished={isPublished} />
    <span aria-hidden>{formatPublication(isPublished)}</span>
  </>
);

interface PublishButtonProps extends Pick<OverviewRowProps, "onPublish"> {
  name: string;
  /** Called if the focus was on the button, which disappears. */
  onPublished: () => void;
}

function PublishButton({ name, onPublish, onPublished }: PublishButtonProps) {
  const [isRunning, setIsRunning] = useState(false);
  const ref = useRef<HTMLButtonElement>(null);
  const publish = async () => {
    setIsRunning(true);
    const isPublished = await onPublish();
    flushSync(() => setIsRunning(false));
    // While it was running, the button was disabled, and lost the focus.
    if (document.activeElement !== document.body) return;
    if (isPublished) onPublished();
    else ref.current?.focus();
  };
  return (
    <Button
      ref={ref}
      className={classes.publish}
      size="xs"
      variant="default"
      aria-label={t`Publish ${name}`}
      loading={isRunning}
      onClick={() => void publish()}
    >
      {t`Publish`}
    </Button>
  );
}
