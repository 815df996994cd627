import type { AssistantContent } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useModels } from "../../../../entities/models/useModels.ts";
import { describeContent } from "../draft/describeContent.ts";
import { FieldText } from "./FieldText.tsx";
import classes from "./Versions.module.css";

interface ContentViewProps {
  content: AssistantContent;
  /** The fields that are marked as changed. */
  changedIds?: readonly string[];
}

/** The fields of a version that have a text, to be read. */
export function ContentView({ content, changedIds = [] }: ContentViewProps) {
  const { find } = useModels();
  const fields = describeContent(content, (id) => find(id)?.name ?? null).filter(({ text }) => text !== "");
  return (
    <dl className={classes.differences}>
      {fields.map(({ id, label, text }) => (
        <div key={id} className={classes.field}>
          <dt>
            {label} {changedIds.includes(id) && <span className={classes.changed}>{t`Changed`}</span>}
          </dt>
          <dd className={classes.sides} style={{ gridTemplateColumns: "1fr" }}>
            <FieldText text={text} label={label} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
