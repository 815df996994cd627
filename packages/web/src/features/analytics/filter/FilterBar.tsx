import "@mantine/core/styles/FloatingIndicator.css";
import "@mantine/core/styles/SegmentedControl.css";
import { t } from "@lingui/core/macro";
import { SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { groupAssistantsQuery } from "../../../entities/assistants/assistantQueries.ts";
import { useIsNarrow } from "../../../lib/device.ts";
import { DayRange } from "../../../ui/fields/DayRange.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { type FilterProps, type Period, periods } from "./analysisFilter.ts";
import classes from "./FilterBar.module.css";

interface FilterBarProps extends FilterProps {
  groupId: string;
  /** Further fields and buttons. */
  children: ReactNode;
}

const allAssistants = "";

/** Chooses the assistants and the days whose conversations are shown. */
export function FilterBar({ groupId, filter, onFilter, children }: FilterBarProps) {
  const { data: assistants = [] } = useQuery(groupAssistantsQuery(groupId));
  const isNarrow = useIsNarrow();
  const { assistantId, period, startDate, endDate } = filter;
  const choices = periods.map((value) => ({ value, label: getPeriodName(value) }));
  const change = (changes: Partial<typeof filter>) => onFilter({ ...filter, ...changes });
  const changePeriod = (value: string) => {
    const chosen = periods.find((each) => each === value);
    if (chosen) change({ period: chosen });
  };
  return (
    <div className={classes.bar}>
      <SelectField
        className={classes.assistant ?? ""}
        aria-label={t`Assistant`}
        value={assistantId ?? allAssistants}
        choices={[
          { value: allAssistants, label: t`All assistants` },
          ...assistants
            .filter(({ sharedRole }) => sharedRole === undefined)
            .map((each) => ({ value: each.assistantId, label: each.name })),
        ]}
        onChange={(value) => change({ assistantId: value === allAssistants ? null : value })}
      />
      {isNarrow ? (
        <SelectField
          className={classes.assistant ?? ""}
          aria-label={t`Period`}
          value={period}
          choices={choices}
          onChange={changePeriod}
        />
      ) : (
        <SegmentedControl
          aria-label={t`Period`}
          classNames={{ root: classes.periods, label: classes.period }}
          value={period}
          data={choices}
          onChange={changePeriod}
        />
      )}
      {period === "custom" && (
        <DayRange
          firstDay={startDate}
          lastDay={endDate}
          onFirstDay={(day) => change({ startDate: day })}
          onLastDay={(day) => change({ endDate: day })}
        />
      )}
      <div className={classes.more}>{children}</div>
    </div>
  );
}

function getPeriodName(period: Period): string {
  switch (period) {
    case "7":
      return t`7 days`;
    case "30":
      return t`30 days`;
    case "90":
      return t`90 days`;
    case "all":
      return t({ message: "All time", comment: "A period of time" });
    case "custom":
      return t({ message: "Custom", comment: "A period of time" });
    default:
      return period satisfies never;
  }
}
