import { t } from "@lingui/core/macro";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { formatNumber } from "../../../lib/i18n/formats.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import styles from "./Conversations.module.css";

interface PagerProps {
  offset: number;
  pageSize: number;
  total: number;
  onOffset: (offset: number) => void;
}

/** Says which records are shown, and leads to the others. */
export function Pager({ offset, pageSize, total, onOffset }: PagerProps) {
  if (total === 0) return null;
  const first = formatNumber(offset + 1);
  const last = formatNumber(Math.min(offset + pageSize, total));
  const all = formatNumber(total);
  const hasEarlier = offset > 0;
  const hasLater = offset + pageSize < total;
  return (
    <nav className={styles.pager} aria-label={t`Pages of chats`}>
      <span role="status">{t`${first}–${last} of ${all}`}</span>
      {(hasEarlier || hasLater) && (
        <>
          <IconButton
            name={t`Previous page`}
            aria-disabled={!hasEarlier || undefined}
            onClick={() => hasEarlier && onOffset(Math.max(offset - pageSize, 0))}
          >
            <IconChevronLeft size={18} stroke={1.8} />
          </IconButton>
          <IconButton
            name={t`Next page`}
            aria-disabled={!hasLater || undefined}
            onClick={() => hasLater && onOffset(offset + pageSize)}
          >
            <IconChevronRight size={18} stroke={1.8} />
          </IconButton>
        </>
      )}
    </nav>
  );
}
