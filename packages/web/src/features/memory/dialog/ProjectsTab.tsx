import type { MemoryProject } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMemoryActions } from "../../../entities/memory/memoryActions.ts";
import { memoryProjectsQuery, projectMemoriesQuery } from "../../../entities/memory/memoryQueries.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { ConfirmDeletion } from "../ConfirmDeletion.tsx";
import { LoadState } from "./LoadState.tsx";
import classes from "./MemoryDialog.module.css";
import { MemoryTable } from "./MemoryTable.tsx";
import { ProjectForm } from "./ProjectForm.tsx";
import { ProjectItem } from "./ProjectItem.tsx";

/** The projects of the person, and the memories of the selected one. */
export function ProjectsTab() {
  const { user } = useWorkspace();
  const query = useQuery(memoryProjectsQuery(user.email));
  const { createProject, removeProject } = useMemoryActions();
  const [isCreating, setIsCreating] = useState(false);
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const [deleted, setDeleted] = useState<MemoryProject | null>(null);
  const selected = query.data?.find(({ id }) => id === selectedId);
  const deletedName = deleted?.project ?? "";
  const create = async (name: string) => {
    const project = await createProject(name);
    if (!project) return false;
    setSelectedId(project.id);
    setIsCreating(false);
    return true;
  };
  return (
    <div className={classes.split}>
      <div className={classes.choices}>
        {isCreating ? (
          <ProjectForm submitLabel={t`Create`} onSubmit={create} onCancel={() => setIsCreating(false)} />
        ) : (
          <Button size="xs" variant="default" onClick={() => setIsCreating(true)}>
            {t`+ New`}
          </Button>
        )}
        <LoadState query={query} loadingLabel={t`Loading projects`} failedText={t`Couldn’t load your projects.`}>
          {(projects) =>
            projects.length === 0 ? (
              <p className={classes.empty}>{t`No projects found`}</p>
            ) : (
              <ul className={classes.names} aria-label={t`Projects`}>
                {projects.map((project) => (
                  <ProjectItem
                    key={project.id}
                    project={project}
                    isSelected={project.id === selectedId}
                    onSelect={() => setSelectedId(project.id)}
                    onDelete={() => setDeleted(project)}
                  />
                ))}
              </ul>
            )
          }
        </LoadState>
      </div>
      {selected ? (
        <ProjectMemories project={selected} />
      ) : (
        <p className={classes.empty}>{t`Select a project to view its memories`}</p>
      )}
      <ConfirmDeletion
        isOpen={deleted !== null}
        title={t`Delete project`}
        message={t`Delete “${deletedName}” with all its memories? This cannot be undone.`}
        onDelete={async () => deleted !== null && (await removeProject(deleted.id))}
        onClose={() => setDeleted(null)}
      />
    </div>
  );
}

function ProjectMemories({ project: { id, project: name } }: { project: MemoryProject }) {
  const query = useQuery(projectMemoriesQuery(id));
  return (
    <div>
      <LoadState query={query} loadingLabel={t`Loading memories`} failedText={t`Couldn’t load the memories.`}>
        {(memories) => (
          <MemoryTable label={t`Memories of ${name}`} memories={memories} emptyText={t`No memories for this project`} />
        )}
      </LoadState>
    </div>
  );
}
