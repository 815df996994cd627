import type { Conversation } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button, Combobox } from "@mantine/core";
import { IconCheck, IconCircleOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { memoryProjectsQuery } from "../../../entities/memory/memoryQueries.ts";
import { openDialog } from "../../../entities/shell/dialogs.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { SearchMenu } from "../../../ui/SearchMenu.tsx";
import classes from "./MemoryShelf.module.css";
import { useChosenProject } from "./useChosenProject.ts";

interface ProjectMenuProps {
  conversation: Conversation;
  onClose: () => void;
}

const noneValue = "none";

/** The open list of the person's projects. */
export function ProjectMenu({ conversation, onClose }: ProjectMenuProps) {
  const { user } = useWorkspace();
  const { data: projects = [], status } = useQuery(memoryProjectsQuery(user.email));
  const { chosen, choose } = useChosenProject(conversation);
  const [search, setSearch] = useState("");
  const text = search.trim().toLocaleLowerCase();
  const matches = projects.filter(({ project }) => project.toLocaleLowerCase().includes(text));
  return (
    <SearchMenu
      label={t`Project Memory`}
      searchLabel={t`Search projects`}
      position="top-start"
      widthRem={20}
      search={search}
      onSearch={setSearch}
      hasActive={chosen !== null}
      status={status}
      onChoose={(value) => {
        choose(value === noneValue ? null : value);
        onClose();
      }}
      onClose={onClose}
      footer={
        <Button
          size="compact-sm"
          variant="subtle"
          fullWidth
          className={classes.manage ?? ""}
          onClick={() => {
            onClose();
            openDialog("memory", { tab: "projects" });
          }}
        >
          {t`Manage projects`}
        </Button>
      }
    >
      {chosen && search === "" && (
        <Combobox.Option value={noneValue} className={classes.option ?? ""}>
          <IconCircleOff size={16} stroke={1.6} aria-hidden />
          {t`No project`}
        </Combobox.Option>
      )}
      {matches.map(({ id, project }) => (
        <Combobox.Option
          key={id}
          value={id}
          active={id === chosen?.id}
          aria-selected={id === chosen?.id}
          className={classes.option ?? ""}
        >
          <span className={classes.optionName} dir="auto">
            {project}
          </span>
          {id === chosen?.id && <IconCheck size={16} stroke={2} aria-hidden />}
        </Combobox.Option>
      ))}
      {matches.length === 0 && <Combobox.Empty>{describeEmpty(status, text)}</Combobox.Empty>}
    </SearchMenu>
  );
}

function describeEmpty(status: "pending" | "error" | "success", search: string): string {
  if (status === "pending") return t`Loading projects…`;
  if (status === "error") return t`Couldn’t load your projects.`;
  return search === "" ? t`No projects found` : t`No projects match.`;
}
