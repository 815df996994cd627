import { t } from "@lingui/core/macro";
import { IconStarFilled } from "@tabler/icons-react";
import { formatNumber } from "../../../lib/i18n/formats.ts";
import styles from "./Conversations.module.css";

/** A rating. */
export function Stars({ value }: { value: number }) {
  const stars = formatNumber(value);
  return (
    <span className={styles.stars} role="img" aria-label={t`${stars} of 5 stars`}>
      {stars}
      <IconStarFilled size={12} aria-hidden />
    </span>
  );
}
