import type { AnalysisDistribution, DashboardData } from "@lectern/contract";
import { t } from "@lingui/core/macro";

type Row = [figure: string, of: string, number: number | null];

/** The figures as rows of a spreadsheet, of which each has one number. */
export function toDashboardRows(data: DashboardData): (string | number | null)[][] {
  const distribute = (name: string, counts: AnalysisDistribution): Row[] =>
    counts.map(({ value, count }) => [name, value ?? "", count]);
  return [
    [t`Figure`, t`Value`, t`Number`],
    [t`Unique users`, "", data.numUsers],
    [t({ message: "Conversations", context: "analysis" }), "", data.totalConversations],
    [t`Average prompts per conversation`, "", round(data.averagePromptsPerConversation)],
    [t`Average user rating`, "", round(data.averageUserRating)],
    [t`Average system rating`, "", round(data.averageSystemRating)],
    ...distribute(t`Chats by entry point`, data.entryPointDistribution),
    ...distribute(t`Chats by category`, data.categoryDistribution),
    ...distribute(t`Chats by employee type`, data.employeeTypeDistribution),
    ...data.activity.map(
      ({ day, conversations }): Row => [t({ message: "Conversations", context: "analysis" }), day, conversations],
    ),
    ...data.activity.map(({ day, users }): Row => [t`Unique users`, day, users]),
  ];
}

const round = (value: number | null) => value && Math.round(value * 100) / 100;
