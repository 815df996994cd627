import type { Message } from "@lectern/contract";
import { openPage, parseRoute } from "../../../entities/shell/routes.ts";
import { navigate } from "../../../lib/fragment.ts";

/** Opens the target of an in-app link in one of these messages. */
export function openAppLink(href: string, messages: readonly Message[]): void {
  const { page } = parseRoute(href);
  if (page === "shared") navigate(href);
  else if (page !== "chat") openPage(page);
  if (!href.startsWith("#dataSource:")) return;
  void import("../../../entities/citations/openNamedSource.ts").then(({ openNamedSource }) =>
    openNamedSource(href, messages),
  );
}
