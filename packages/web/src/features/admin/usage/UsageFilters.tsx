import { UsageDimension, type UsageValue } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { DayRange } from "../../../ui/fields/DayRange.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import classes from "./Usage.module.css";
import { getPeriodName, usagePeriods } from "./usagePeriod.ts";
import { describeFilter } from "./usageTexts.ts";
import { removeUsageFilter, type UsageView } from "./usageView.ts";

interface UsageFiltersProps {
  view: UsageView;
  /** The values of the filters, as far as they are loaded. */
  filters: Partial<Record<UsageDimension, UsageValue>>;
  onChange: (view: UsageView) => void;
}

/** Which calls are counted: the period, and what rows of the table were chosen. */
export function UsageFilters({ view, filters, onChange }: UsageFiltersProps) {
  const { period, from, to } = view;
  const change = (changes: Partial<UsageView>) => onChange({ ...view, ...changes, page: 0 });
  const chosen = UsageDimension.options.filter((dimension) => view.filters[dimension] !== undefined);
  return (
    <div className={classes.filters}>
      <SelectField
        className={classes.period ?? ""}
        aria-label={t`Period`}
        value={period}
        choices={usagePeriods.map((value) => ({ value, label: getPeriodName(value) }))}
        onChange={(value) => {
          const chosenPeriod = usagePeriods.find((each) => each === value);
          if (chosenPeriod) change({ period: chosenPeriod });
        }}
      />
      {period === "custom" && (
        <DayRange
          firstDay={from}
          lastDay={to}
          onFirstDay={(day) => change({ from: day })}
          onLastDay={(day) => change({ to: day })}
        />
      )}
      {chosen.map((dimension) => (
        <FilterButton
          key={dimension}
          dimension={dimension}
          value={filters[dimension]}
          onRemove={() => onChange(removeUsageFilter(view, dimension))}
        />
      ))}
    </div>
  );
}

interface FilterButtonProps {
  dimension: UsageDimension;
  value: UsageValue | undefined;
  onRemove: () => void;
}

function FilterButton({ dimension, value, onRemove }: FilterButtonProps) {
  // Until the figures are there, its name is not.
  const name = value ? describeFilter(dimension, value) : "…";
  return (
    <Button
      size="xs"
      variant="light"
      className={classes.filter ?? ""}
      rightSection={<IconX size={14} stroke={1.8} aria-hidden />}
      aria-label={t`Remove the filter ${name}`}
      onClick={onRemove}
    >
      {name}
    </Button>
  );
}
