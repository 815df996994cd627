import { t } from "@lingui/core/macro";
import { Button, UnstyledButton } from "@mantine/core";
import { IconEyeOff, IconLink, IconRobot, IconTrash, IconUsers, IconX } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { describeSharing } from "../../../entities/assistants/assistantOwner.ts";
import type { GroupAssistant } from "../../../entities/assistants/assistantQueries.ts";
import { isOwnAssistant } from "../../../entities/assistants/isOwnAssistant.ts";
import { useIsNarrow } from "../../../lib/device.ts";
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
  /** Returns true if it is not published then. */
  onUnpublish: () => Promise<boolean>;
  onDelete: () => void;
  onStopSharing: () => void;
}

/** An assistant that members of a group can use: the group's own with its state, or a shared one with who shares it. */
export function OverviewRow(props: OverviewRowProps) {
  const { assistant, groupName, onOpen, onPublish, onUnpublish, onDelete, onStopSharing } = props;
  const { assistantId, icon, name, description, isPublished, updatedAt, noEdit, noDelete, sharedRole } = assistant;
  const openRef = useRef<HTMLButtonElement>(null);
  const isShared = sharedRole !== undefined;
  const canPublish = !isShared && !noEdit;
  const focusRow = () => openRef.current?.focus();
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
          <span className={classes.itemNote} dir="auto">
            {description}
          </span>
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
        {isPublished && <CopyLinkButton name={name} onPress={() => void copyAssistantLink(assistantId)} />}
        {isPublished && canPublish && <UnpublishButton name={name} onPress={onUnpublish} onDone={focusRow} />}
        {!isPublished && canPublish && <PublishButton name={name} onPress={onPublish} onDone={focusRow} />}
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

function CopyLinkButton({ name, onPress }: { name: string; onPress: () => void }) {
  const isNarrow = useIsNarrow();
  const label = t`Copy link to ${name}`;
  const icon = <IconLink size={isNarrow ? 18 : 16} stroke={1.6} aria-hidden />;
  if (isNarrow) {
    return (
      <IconButton name={label} onClick={onPress}>
        {icon}
      </IconButton>
    );
  }
  return (
    <Button
      className={classes.publish ?? ""}
      size="xs"
      variant="subtle"
      color="gray"
      leftSection={icon}
      aria-label={label}
      onClick={onPress}
    >
      {t`Copy link`}
    </Button>
  );
}

const Publication = ({ isPublished }: { isPublished: boolean }) => (
  <>
    <PublicationDot isPublished={isPublished} />
    <span aria-hidden>{formatPublication(isPublished)}</span>
  </>
);

interface PublicationButtonProps {
  name: string;
  /** Returns false if it failed. */
  onPress: () => Promise<boolean>;
  /** Called if the focus was on the button, which disappears. */
  onDone: () => void;
}

function PublishButton({ name, ...handlers }: PublicationButtonProps) {
  const { ref, isRunning, press } = usePublicationButton(handlers);
  return (
    <Button
      ref={ref}
      className={classes.publish}
      size="xs"
      variant="default"
      aria-label={t`Publish ${name}`}
      loading={isRunning}
      onClick={press}
    >
      {t`Publish`}
    </Button>
  );
}

function UnpublishButton({ name, ...handlers }: PublicationButtonProps) {
  const { ref, isRunning, press } = usePublicationButton(handlers);
  return (
    <IconButton ref={ref} name={t`Unpublish ${name}`} loading={isRunning} onClick={press}>
      <IconEyeOff size={18} stroke={1.6} aria-hidden />
    </IconButton>
  );
}

function usePublicationButton({ onPress, onDone }: Omit<PublicationButtonProps, "name">) {
  const [isRunning, setIsRunning] = useState(false);
  const ref = useRef<HTMLButtonElement>(null);
  const run = async () => {
    setIsRunning(true);
    const isDone = await onPress();
    flushSync(() => setIsRunning(false));
    // While it was running, the button was disabled, and lost the focus.
    if (document.activeElement !== document.body) return;
    if (isDone) onDone();
    else ref.current?.focus();
  };
  return { ref, isRunning, press: () => void run() };
}
