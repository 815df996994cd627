import type { MemoryProject } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useMemoryActions } from "../../../entities/memory/memoryActions.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import classes from "./MemoryDialog.module.css";
import { ProjectForm } from "./ProjectForm.tsx";

interface ProjectItemProps {
  project: MemoryProject;
  isSelected: boolean;
  onSelect: () => void;
  onDelete: () => void;
}

/** A project, which can be renamed and deleted. */
export function ProjectItem({ project: { id, project: name }, isSelected, onSelect, onDelete }: ProjectItemProps) {
  const { renameProject } = useMemoryActions();
  const [isEditing, setIsEditing] = useState(false);
  const rename = async (newName: string) => {
    const isRenamed = newName === name || (await renameProject(id, newName));
    if (isRenamed) setIsEditing(false);
    return isRenamed;
  };
  if (isEditing) {
    return (
      <li>
        <ProjectForm
          name={name}
          submitLabel={t`Save`}
          failedText={t`It wasn’t saved. Try again.`}
          onSubmit={rename}
          onCancel={() => setIsEditing(false)}
        />
      </li>
    );
  }
  return (
    <li>
      <button
        type="button"
        className={classes.name}
        dir="auto"
        aria-current={isSelected ? "true" : undefined}
        onClick={onSelect}
      >
        {name}
      </button>
      <IconButton name={t`Edit ${name}`} onClick={() => setIsEditing(true)}>
        <IconPencil size={16} stroke={1.6} />
      </IconButton>
      <IconButton name={t`Delete ${name}`} onClick={onDelete}>
        <IconTrash size={16} stroke={1.6} />
      </IconButton>
    </li>
  );
}
