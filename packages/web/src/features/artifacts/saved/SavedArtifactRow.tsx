import type { SavedArtifact } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconMessagePlus, IconShare, IconTrash } from "@tabler/icons-react";
import { IconButton } from "../../../ui/IconButton.tsx";
import classes from "./ArtifactsPage.module.css";

interface SavedArtifactRowProps {
  artifact: SavedArtifact;
  onOpen: () => void;
  onOpenInNewChat: () => void;
  onShare: () => void;
  onDelete: () => void;
}

export function SavedArtifactRow({ artifact, onOpen, onOpenInNewChat, onShare, onDelete }: SavedArtifactRowProps) {
  const { name, description, createdAt, sharedBy } = artifact;
  const details = [createdAt, sharedBy === null ? "" : t`shared by ${sharedBy}`].filter((text) => text !== "");
  return (
    <li className={classes.row}>
      <button type="button" className={classes.open} data-saved-artifact onClick={onOpen}>
        <span className={classes.name} dir="auto">
          {name}
        </span>
        {description !== "" && (
          <span className={classes.description} dir="auto">
            {description}
          </span>
        )}
        <span className={classes.details}>{details.join(" · ")}</span>
      </button>
      <div className={classes.actions}>
        <IconButton name={t`Open ${name} in a new chat`} onClick={onOpenInNewChat}>
          <IconMessagePlus size={18} stroke={1.6} />
        </IconButton>
        <IconButton name={t`Share ${name}`} onClick={onShare}>
          <IconShare size={18} stroke={1.6} />
        </IconButton>
        <IconButton name={t`Delete ${name}`} onClick={onDelete}>
          <IconTrash size={18} stroke={1.6} />
        </IconButton>
      </div>
    </li>
  );
}
