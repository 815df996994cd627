import { t } from "@lingui/core/macro";
import { IconChevronRight } from "@tabler/icons-react";
import { useId, useState } from "react";
import classes from "./ApiReference.module.css";
import type { ReferenceOp } from "./apiReference.ts";
import { Examples } from "./Examples.tsx";
import { FieldTable } from "./FieldTable.tsx";
import { describeScopes } from "./referenceTexts.ts";
import { TryOut } from "./TryOut.tsx";

/** An operation, and on request all that a program has to know about it. */
export function OperationRow({ op, secret }: { op: ReferenceOp; secret: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const detailsId = useId();
  const { name, method, path, summary } = op;
  return (
    <li className={classes.operation}>
      <button
        type="button"
        className={classes.head}
        data-api-operation
        aria-expanded={isOpen}
        aria-controls={isOpen ? detailsId : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconChevronRight size={14} stroke={1.8} className={classes.chevron} aria-hidden />
        <span className={classes.method} data-method={method}>
          {method}
        </span>
        <span className={classes.path}>{path}</span>
        {/* Server texts about the API are in English. */}
        <span className={classes.summary} lang="en" data-full={isOpen || undefined}>
          {summary}
        </span>
      </button>
      {isOpen && (
        <div id={detailsId} className={classes.details}>
          <p className={classes.line}>
            {t`Name:`} <code>{name}</code>
          </p>
          {describeScopes(op).map((sentence) => (
            <p key={sentence} className={classes.line}>
              {sentence}
            </p>
          ))}
          <FieldTable title={t`Input`} fields={op.listInput()} emptyText={t`It takes no fields.`} showsRequired />
          <FieldTable title={t`Output`} fields={op.listOutput()} emptyText={t`It returns no fields.`} />
          <Examples op={op} />
          <TryOut op={op} secret={secret} />
        </div>
      )}
    </li>
  );
}
