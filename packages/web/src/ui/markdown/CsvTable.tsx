import { parseCsv } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { memo, useMemo } from "react";
import { limitCombiningMarks } from "../limitCombiningMarks.ts";
import fadeClasses from "../scrollFade.module.css";
import { Fold } from "./Fold.tsx";
import classes from "./markdown.module.css";
import { useIncrementalText } from "./useIncrementalText.ts";

const findFenceEnd = (_source: string, offset: number) => offset;

/** Renders CSV as a table. `isGrowing`: more text may arrive. */
export function CsvTable({ csv, isGrowing }: { csv: string; isGrowing: boolean }) {
  const { shown, isFolded, unfold } = useIncrementalText(csv, isGrowing, findFenceEnd);
  const [header = [], ...rows] = useMemo(() => parseOpenCsv(shown), [shown]);
  return (
    <div className={classes.markdown}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard */}
      <section className={`${classes.tableBox} ${fadeClasses.fading}`} aria-label={t`Table`} tabIndex={0} dir="auto">
        <table>
          <thead>
            <Row fields={header} isHeader />
          </thead>
          <tbody>
            {rows.map((fields, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are only appended
              <Row key={index} fields={[...fields, ...header.slice(fields.length).fill("")]} />
            ))}
          </tbody>
        </table>
      </section>
      {isFolded && <Fold hiddenCharacters={csv.length - shown.length} onUnfold={unfold} />}
    </div>
  );
}

/** Parses CSV whose last field may still be open. */
export function parseOpenCsv(csv: string): string[][] {
  return parseCsv(csv) ?? parseCsv(`${csv}"`) ?? [];
}

interface RowProps {
  fields: readonly string[];
  isHeader?: boolean;
}

const Row = memo(RowContent, ({ fields: before }, { fields: after }) => {
  return before.length === after.length && before.every((field, index) => field === after[index]);
});

function RowContent({ fields, isHeader = false }: RowProps) {
  return (
    <tr>
      {fields.map((field, index) => {
        const text = limitCombiningMarks(field);
        // biome-ignore-start lint/suspicious/noArrayIndexKey: fields have no other identity than their position
        if (!isHeader) return <td key={index}>{text}</td>;
        return (
          <th key={index} scope="col">
            {text}
          </th>
        );
        // biome-ignore-end lint/suspicious/noArrayIndexKey: as above
      })}
    </tr>
  );
}
