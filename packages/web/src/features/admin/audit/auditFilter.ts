import { changeSiteAdminTab } from "../../../entities/shell/siteAdminRoute.ts";
import { createPageStore } from "../../../lib/pageStore.ts";

/** What is typed and chosen. Empty texts match everything. */
export interface AuditFilterState {
  actor: string;
  verb: string;
  objectType: string;
  object: string;
  /** Days in the time zone of the browser, such as `2026-11-30`. */
  firstDay: string;
  lastDay: string;
}

const noFilter: AuditFilterState = { actor: "", verb: "", objectType: "", object: "", firstDay: "", lastDay: "" };

/** Outside of the tab, because the list of people leads to a filtered log. */
export const useAuditFilter = createPageStore<AuditFilterState>(() => noFilter);

/** True if no entry can match, because the last day is before the first one. */
export const isReversed = ({ firstDay, lastDay }: AuditFilterState): boolean =>
  firstDay !== "" && lastDay !== "" && lastDay < firstDay;

export const clearAuditFilter = (): void => useAuditFilter.setState(noFilter);

/** Opens the tab with the entries about an object. */
export function showAuditOf(objectId: string): void {
  useAuditFilter.setState({ ...noFilter, object: objectId });
  changeSiteAdminTab("auditLog");
}
