import type { AuditEntry } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { UnstyledButton } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useId, useState } from "react";
import { formatDate } from "../../../lib/i18n/formats.ts";
import adminClasses from "../Admin.module.css";
import classes from "./Audit.module.css";
import type { AuditedNames } from "./auditQueries.ts";
import { describeObjects, formatSetting, getActorName, getObjectTypeText, getVerbText, nameId } from "./auditTexts.ts";
import { diffSettings } from "./diffSettings.ts";

/** An entry in one line, and on request what was before and after. */
export function AuditEntryRow({ entry, names }: { entry: AuditEntry; names: AuditedNames }) {
  const [isOpen, setIsOpen] = useState(false);
  const detailsId = useId();
  const { at, verb, objectType } = entry;
  const objects = describeObjects(entry, names);
  return (
    <li className={classes.entry}>
      <UnstyledButton
        className={classes.head ?? ""}
        aria-expanded={isOpen}
        aria-controls={isOpen ? detailsId : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <time dateTime={at} className={`${classes.dim} ${classes.time}`}>
          {formatDate(new Date(at), { dateStyle: "medium", timeStyle: "medium" })}
        </time>
        <span className={classes.words}>
          <span>{getVerbText(verb)}</span>
          <span className={classes.dim}>
            {getObjectTypeText(objectType)}
            {objects !== "" && `: ${objects}`}
          </span>
          <span className={classes.dim}>{getActorName(entry, names)}</span>
        </span>
        <IconChevronDown size={18} stroke={1.6} className={classes.chevron} aria-hidden />
      </UnstyledButton>
      {isOpen && (
        <div id={detailsId} className={classes.details}>
          <Changes entry={entry} names={names} />
          <Ids entry={entry} />
        </div>
      )}
    </li>
  );
}

function Changes({ entry: { before, after }, names }: { entry: AuditEntry; names: AuditedNames }) {
  const changes = diffSettings(before ?? undefined, after ?? undefined);
  if (changes.length === 0) {
    return (
      <p className={adminClasses.note}>
        {before === null && after === null
          ? t`No settings were changed.`
          : t`Nothing was changed that the log contains. Texts and secrets are not in it.`}
      </p>
    );
  }
  return (
    <table className={classes.changes}>
      <thead>
        <tr>
          <th scope="col">{t`Setting`}</th>
          <th scope="col">{t`Before`}</th>
          <th scope="col">{t`After`}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ path, before: old, after: present }) => (
          <tr key={path.join("\n")}>
            <th scope="row">{path.map((name) => nameId(name, names)).join(" › ") || t`Value`}</th>
            <td>{formatSetting(old, names)}</td>
            <td>{formatSetting(present, names)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Ids({ entry: { actorId, objectIds, requestId } }: { entry: AuditEntry }) {
  const objects = objectIds.join(", ");
  const lines = [
    ...(objects === "" ? [] : [t`Object ids: ${objects}`]),
    ...(actorId === null ? [] : [t`Id of who did it: ${actorId}`]),
    ...(requestId === null ? [] : [t`Request id: ${requestId}`]),
  ];
  return (
    <ul className={adminClasses.plainList}>
      {lines.map((line) => (
        <li key={line} className={classes.dim}>
          {line}
        </li>
      ))}
    </ul>
  );
}
