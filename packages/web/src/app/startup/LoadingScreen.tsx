import { t } from "@lingui/core/macro";
import { Skeleton } from "@mantine/core";
import { ListSkeleton } from "../../ui/Skeletons.tsx";
import classes from "./LoadingScreen.module.css";

/** A skeleton of the workspace, shown while the session, the sign-in screen or the conversations load. */
export function LoadingScreen() {
  return (
    <main className={classes.screen} aria-busy="true">
      <p className={classes.message} role="status">
        {t`Setting Up Amplify...`}
      </p>
      <div className={classes.panel} aria-hidden>
        <Skeleton height={24} width={120} radius="sm" className={classes.name} />
        <ListSkeleton rows={6} />
      </div>
      <div className={classes.main} aria-hidden>
        <Skeleton height={20} width="min(40%, 200px)" radius="sm" />
        <div className={classes.composer} />
      </div>
    </main>
  );
}
