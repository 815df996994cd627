import { t } from "@lingui/core/macro";
import { VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { receivedSharesQuery, useShareEvents } from "../../entities/shares/shareQueries.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import classes from "./ShareTab.module.css";
import { useUnseenShares } from "./seenShares.ts";

/** A dot on the tab until the person has seen what was shared with them. It is mounted as long as the side panel. */
export function UnopenedMark() {
  useShareEvents();
  const { user } = useWorkspace();
  const { data = [] } = useQuery(receivedSharesQuery);
  const unseen = useUnseenShares(user.id, data);
  if (unseen.length === 0) return null;
  return (
    <>
      <span className={classes.dot} aria-hidden />
      <VisuallyHidden>{t({ message: "New", comment: "Something was shared with the person" })}</VisuallyHidden>
    </>
  );
}
