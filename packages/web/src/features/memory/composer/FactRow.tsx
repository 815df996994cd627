import { type MemoryProject, MemoryType } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useMemoryActions } from "../../../entities/memory/memoryActions.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import classes from "./FactsPanel.module.css";
import type { ShownFact } from "./shownFact.ts";

interface FactRowProps {
  fact: ShownFact;
  /** The person's address, for which a fact about them is saved. */
  email: string;
  projects: readonly MemoryProject[];
  defaultProjectId: string | null;
  /** The assistant for which the fact can be saved; null: none. */
  assistantId: string | null;
  /** True if the actions are below the fact, because there is no room for them beside it. */
  isNarrow: boolean;
  onDone: (isSaved: boolean) => void;
}

/** A detected fact: what kind of memory it becomes, and whether it replaces the one that it contradicts. */
export function FactRow({ fact, email, projects, defaultProjectId, assistantId, isNarrow, onDone }: FactRowProps) {
  const { saveFact } = useMemoryActions();
  const { replaces } = fact;
  const [type, setType] = useState<MemoryType>(replaces?.memory_type ?? "user");
  const [projectId, setProjectId] = useState(
    (replaces?.memory_type === "project" ? replaces.memory_type_id : null) ?? defaultProjectId ?? "",
  );
  const [isReplacing, setIsReplacing] = useState(replaces !== null);
  const [isSaving, setIsSaving] = useState(false);
  const factId = useId();
  const reasonId = useId();
  const knownProjectId = projects.some(({ id }) => id === projectId) ? projectId : "";
  const ownAssistantId = replaces?.memory_type === "assistant" ? replaces.memory_type_id : assistantId;
  const targetId = { user: email, project: knownProjectId, assistant: ownAssistantId ?? "" }[type].trim();
  const reason = targetId === "" ? describeMissing(type) : null;
  const save = async () => {
    if (reason !== null || isSaving) return;
    setIsSaving(true);
    const replacedId = isReplacing ? (replaces?.id ?? null) : null;
    const isSaved = await saveFact({
      ...{ content: fact.content, type, targetId, replacedId },
      factId: fact.isStored ? fact.id : null,
    });
    if (isSaved) onDone(true);
    else setIsSaving(false);
  };
  const actions = (
    <>
      <div className={classes.actions}>
        <Button
          size="compact-sm"
          variant="default"
          loading={isSaving}
          aria-describedby={reason === null ? factId : `${factId} ${reasonId}`}
          {...(reason !== null && { "aria-disabled": true, "data-disabled": true })}
          onClick={() => void save()}
        >
          {t`Save to memory`}
        </Button>
        <IconButton
          name={t`Dismiss this fact`}
          size={28}
          aria-describedby={factId}
          disabled={isSaving}
          onClick={() => onDone(false)}
        >
          <IconX size={16} stroke={1.8} />
        </IconButton>
      </div>
      {reason !== null && (
        <p id={reasonId} className={classes.reason}>
          {reason}
        </p>
      )}
    </>
  );
  return (
    <tr data-fact={fact.id}>
      <td className={classes.fact}>
        <span id={factId} dir="auto">
          {fact.content}
        </span>
        {replaces && (
          <label className={classes.replaces}>
            <input
              type="checkbox"
              checked={isReplacing}
              onChange={({ currentTarget }) => setIsReplacing(currentTarget.checked)}
            />
            <span dir="auto">{t`Replaces “${replaces.content}”`}</span>
          </label>
        )}
        {isNarrow && actions}
      </td>
      <td>
        <select
          className={classes.select}
          aria-label={t`Fact Type`}
          aria-describedby={factId}
          value={type}
          onChange={({ currentTarget }) => setType(MemoryType.parse(currentTarget.value))}
        >
          {ownAssistantId !== null && <option value="assistant">{t`Assistant`}</option>}
          <option value="user">{t({ message: "User", context: "type of a fact" })}</option>
          <option value="project">{t`Project`}</option>
        </select>
      </td>
      <td>
        {type === "project" && (
          <select
            className={classes.select}
            aria-label={t`Project`}
            aria-describedby={factId}
            value={knownProjectId}
            onChange={({ currentTarget }) => setProjectId(currentTarget.value)}
          >
            <option value="">{t`Choose a project`}</option>
            {projects.map(({ id, project }) => (
              <option key={id} value={id}>
                {project}
              </option>
            ))}
          </select>
        )}
      </td>
      {!isNarrow && <td>{actions}</td>}
    </tr>
  );
}

function describeMissing(type: MemoryType): string {
  switch (type) {
    case "project":
      return t`Choose a project first.`;
    case "user":
      return t`Your account has no email address.`;
    case "assistant":
      return t`This chat has no assistant.`;
    default:
      return type satisfies never;
  }
}
