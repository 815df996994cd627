import { t } from "@lingui/core/macro";
import { VisuallyHidden } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";
import { formatNumber } from "../../../lib/i18n/formats.ts";
import fieldClasses from "../../../ui/fields.module.css";
import classes from "./PageField.module.css";
import type { ShownPage } from "./usePdfPosition.ts";

/** The page in view, in a field that goes to another one. */
export function PageField({ page }: { page: ShownPage }) {
  const { number, count } = page;
  const digits = String(count).length;
  /** What has been typed; null: the field shows the page in view. */
  const [draft, setDraft] = useState<string | null>(null);
  const goToDraft = () => {
    setDraft(null);
    if (draft) page.goTo(Math.min(count, Math.max(1, Number(draft))));
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    // Without the focus, the field goes to the typed page, and the keys scroll the pages on.
    if (event.key === "Enter") page.focusPages();
    else if (event.key === "Escape" && draft !== null) {
      event.preventDefault();
      setDraft(null);
    }
  };
  return (
    <label className={classes.root}>
      <VisuallyHidden>{t`Page ${number} of ${count}`}</VisuallyHidden>
      <input
        className={`${fieldClasses.compact} ${classes.field}`}
        style={{ width: `calc(${digits}ch + 14px)` }}
        inputMode="numeric"
        enterKeyHint="go"
        autoComplete="off"
        // Mantine's mark of fields that Esc restores, instead of closing what they are in.
        data-mantine-stop-propagation={draft !== null}
        value={draft ?? number}
        onChange={(event) => setDraft(event.target.value.replace(/\D/g, ""))}
        onFocus={(event) => event.target.select()}
        onBlur={goToDraft}
        onKeyDown={handleKeyDown}
      />
      <span aria-hidden>{`/ ${formatNumber(count)}`}</span>
    </label>
  );
}
