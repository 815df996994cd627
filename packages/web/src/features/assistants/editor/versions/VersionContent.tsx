import type { AssistantDefinition } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { assistantVersionQuery } from "../../../../entities/assistants/assistantQueries.ts";
import { useModels } from "../../../../entities/models/useModels.ts";
import { formatList } from "../../../../lib/i18n/formats.ts";
import { toContent, toDraft } from "../draft/assistantDraft.ts";
import { type ContentChange, describeChanges } from "../draft/describeChanges.ts";
import { ContentView } from "./ContentView.tsx";
import classes from "./Versions.module.css";

interface VersionContentProps {
  definition: AssistantDefinition;
  /** The number of the stored version before it; undefined: there is none, or it is not known. */
  previousVersion: number | undefined;
}

/** A version to be read, with what it has changed from the one before it. */
export function VersionContent({ definition, previousVersion }: VersionContentProps) {
  const { find } = useModels();
  const { data: previous } = useQuery({
    ...assistantVersionQuery(definition.assistantId, previousVersion ?? 0),
    enabled: previousVersion !== undefined,
  });
  const content = toContent(toDraft(definition));
  const changes = previous
    ? describeChanges(toContent(toDraft(previous)), content, (id) => find(id)?.name ?? null)
    : null;
  return (
    <>
      {previous && changes && <p className={classes.changes}>{formatChanges(previous.version, changes)}</p>}
      <ContentView content={content} changedIds={changes?.map(({ id }) => id) ?? []} />
    </>
  );
}

function formatChanges(version: number, changes: readonly ContentChange[]): string {
  const fields = formatList(changes.map(({ text }) => text));
  return changes.length === 0
    ? t`The texts and documents are the same as in version ${version}.`
    : t`Changed since version ${version}: ${fields}`;
}
