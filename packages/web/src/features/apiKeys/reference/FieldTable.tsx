import { t } from "@lingui/core/macro";
import { useId } from "react";
import classes from "./ApiReference.module.css";
import type { SchemaField } from "./listFields.ts";

interface FieldTableProps {
  title: string;
  fields: readonly SchemaField[];
  emptyText: string;
  /** True if it says which fields must be there. */
  showsRequired?: boolean;
}

/** The fields of an input or output. */
export function FieldTable({ title, fields, emptyText, showsRequired = false }: FieldTableProps) {
  const titleId = useId();
  return (
    <section className={classes.part} aria-labelledby={titleId}>
      <h3 id={titleId} className={classes.subheading}>
        {title}
      </h3>
      {fields.length === 0 ? (
        <p className={classes.line}>{emptyText}</p>
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: a table is not a fieldset
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
        <div className={classes.tableFrame} tabIndex={0} role="group" aria-label={title}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t`Field`}</th>
                <th scope="col">{t`Type`}</th>
                <th scope="col">{t`Details`}</th>
              </tr>
            </thead>
            <tbody>
              {fields.map(({ path, type, isRequired, values, defaultValue }) => (
                <tr key={path}>
                  <th scope="row">
                    <code>{path}</code>
                  </th>
                  <td>
                    <code>{type}</code>
                  </td>
                  <td>
                    {showsRequired && isRequired && <span className={classes.required}>{t`Required`}</span>}
                    {values.length > 0 && <code>{values.join(" | ")}</code>}
                    {defaultValue !== null && (
                      <span>
                        {t`Default:`} <code>{defaultValue}</code>
                      </span>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
