import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import tableClasses from "../AdminTable.module.css";

interface PagesProps {
  label: string;
  /** From 0. */
  page: number;
  pageSize: number;
  /** Of all pages. */
  count: number;
  onChange: (page: number) => void;
}

/** Buttons to the previous and the next page of a table. */
export function Pages({ label, page, pageSize, count, onChange }: PagesProps) {
  const first = page * pageSize + 1;
  const last = Math.min(count, (page + 1) * pageSize);
  return (
    <nav className={tableClasses.pages} aria-label={label}>
      <Button
        size="xs"
        variant="default"
        disabled={page === 0}
        onClick={() => onChange(page - 1)}
      >{t`Previous`}</Button>
      <span role="status">{t`${first}–${last} of ${count}`}</span>
      <Button size="xs" variant="default" disabled={last === count} onClick={() => onChange(page + 1)}>
        {t`Next`}
      </Button>
    </nav>
  );
}
