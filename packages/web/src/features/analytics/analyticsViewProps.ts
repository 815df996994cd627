import type { AnalysisScope, Group } from "@lectern/contract";
import type { FilterProps } from "./filter/analysisFilter.ts";

export interface AnalyticsViewProps extends FilterProps {
  group: Group;
  /** What the filter asks the server for. */
  scope: AnalysisScope;
}
