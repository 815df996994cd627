import { t } from "@lingui/core/macro";
import { TextInput } from "@mantine/core";
import { IconChevronDown, IconChevronUp, IconSearch, IconX } from "@tabler/icons-react";
import type { KeyboardEvent } from "react";
import { createPortal } from "react-dom";
import { formatNumber } from "../../../lib/i18n/formats.ts";
import fieldClasses from "../../../ui/fields.module.css";
import { IconButton } from "../../../ui/IconButton.tsx";
import { isComposing } from "../../../ui/isComposing.ts";
import classes from "./FindBar.module.css";
import type { Find } from "./useFind.ts";

const maxCharacters = 200;

/** The field of the search in a document, with the number of hits and the steps between them. Below the viewer's header. */
export function FindBar({ find }: { find: Find | null }) {
  if (!find?.slot) return null;
  const { text, onText, close, step, slot, fieldRef, total, status, isActive } = find;
  const handleKeyDown = (event: KeyboardEvent) => {
    // The keys belong to the input method while it is composing.
    if (event.key !== "Enter" || isComposing(event)) return;
    event.preventDefault();
    step(event.shiftKey ? -1 : 1);
  };
  const hasHits = total > 0 || undefined;
  return createPortal(
    <search className={classes.bar} aria-label={t`Find in the document`}>
      <TextInput
        ref={fieldRef}
        className={classes.field ?? ""}
        classNames={{ input: `${fieldClasses.input} ${classes.input}` }}
        size="sm"
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={t`Find in the document`}
        placeholder={t`Find in the document`}
        leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
        maxLength={maxCharacters}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={handleKeyDown}
      />
      <span role="status" className={classes.count} data-empty={(isActive && total === 0) || undefined}>
        {isActive && formatCount(find)}
      </span>
      <IconButton name={t`Previous result`} aria-disabled={!hasHits || undefined} onClick={() => step(-1)}>
        <IconChevronUp size={18} stroke={1.6} />
      </IconButton>
      <IconButton name={t`Next result`} aria-disabled={!hasHits || undefined} onClick={() => step(1)}>
        <IconChevronDown size={18} stroke={1.6} />
      </IconButton>
      <IconButton name={t`Close search`} onClick={close}>
        <IconX size={18} stroke={1.6} />
      </IconButton>
      {isActive && status === "failed" && (
        <p role="alert" className={classes.problem}>{t`A part of the document couldn’t be searched.`}</p>
      )}
    </search>,
    slot,
  );
}

function formatCount({ total, current: hit, status }: Find): string {
  if (total === 0) return status === "reading" ? t`Searching…` : t`No results`;
  const count = formatNumber(total);
  if (!hit) return t`Searching…`;
  const current = formatNumber(hit.position + 1);
  return status === "reading" ? t`${current} of ${count}…` : t`${current} of ${count}`;
}
