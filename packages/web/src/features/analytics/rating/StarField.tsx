import "@mantine/core/styles/Rating.css";
import { plural, t } from "@lingui/core/macro";
import { Rating } from "@mantine/core";
import classes from "./Rating.module.css";

interface StarFieldProps {
  /** Null: none. */
  value: number | null;
  size: number;
  onChange: (value: number | null) => void;
}

/** One to five stars. The chosen one, pressed again, withdraws the rating. */
export function StarField({ value, size, onChange }: StarFieldProps) {
  return (
    <Rating
      role="radiogroup"
      aria-label={t`Rate this answer`}
      classNames={{ starSymbol: classes.star ?? "" }}
      size={size}
      color="var(--warning)"
      allowClear
      value={value ?? 0}
      getSymbolLabel={(stars) => (stars === 0 ? t`No rating` : plural(stars, { one: "# star", other: "# stars" }))}
      onChange={(stars) => onChange(stars === 0 ? null : stars)}
    />
  );
}
