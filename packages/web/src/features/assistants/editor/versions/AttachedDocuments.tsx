import type { AssistantDefinition } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconFileText } from "@tabler/icons-react";
import { useId } from "react";
import { openFile } from "../../../../entities/citations/viewerStore.ts";
import classes from "./Versions.module.css";

interface AttachedDocumentsProps {
  definition: AssistantDefinition;
  /** Closes the dialog, which would cover the viewer. */
  onOpen: () => void;
}

/** Buttons that open the documents of an assistant. Whoever sees how it is made may read them, and only through it. */
export function AttachedDocuments({ definition: { assistantId, documents }, onOpen }: AttachedDocumentsProps) {
  const titleId = useId();
  const existing = documents.filter(({ state }) => state !== "deleted");
  if (existing.length === 0) return null;
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className={classes.heading}>{t`Open a document`}</h3>
      <ul className={classes.documents}>
        {existing.map(({ key, name }) => (
          <li key={key}>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconFileText size={14} stroke={1.6} aria-hidden />}
              className={classes.document ?? ""}
              onClick={() => {
                onOpen();
                openFile({ id: key, name, groupId: null, assistantId });
              }}
            >
              {name}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
