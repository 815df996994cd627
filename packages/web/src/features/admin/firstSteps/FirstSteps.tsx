import { type FirstStep, hideFirstSteps } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Anchor, Button, VisuallyHidden } from "@mantine/core";
import { IconCircle, IconCircleCheckFilled } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { openDialog } from "../../../entities/shell/dialogs.ts";
import { changeSiteAdminTab, closeSiteAdmin } from "../../../entities/shell/siteAdminRoute.ts";
import { useBrowserEvent } from "../../../lib/browserEvents/browserEvents.ts";
import { call } from "../../../lib/call.ts";
import { notifyError } from "../../../ui/notices/notify.tsx";
import { getErrorDetails } from "../getErrorDetails.ts";
import classes from "./FirstSteps.module.css";
import { firstStepsQuery } from "./firstStepsQuery.ts";

/** What is left to do on a new server. It goes away once everything is done, or for good if somebody hides it. */
export function FirstSteps() {
  const cache = useQueryClient();
  const { data } = useQuery(firstStepsQuery);
  const refresh = () => void cache.invalidateQueries(firstStepsQuery);
  useBrowserEvent("config", refresh);
  useBrowserEvent("rights", refresh);
  const { mutate: hide, isPending } = useMutation({
    mutationFn: () => call(hideFirstSteps, {}),
    onSuccess: refresh,
    onError: (error) => notifyError(t`Unable to hide the first steps. Please try again.`, getErrorDetails(error)),
  });
  if (!data || data.isHidden || Object.values(data.done).every(Boolean)) return null;
  return (
    <section className={classes.root} aria-labelledby="first-steps">
      <div className={classes.head}>
        <h3 id="first-steps" className={classes.heading}>{t`First steps`}</h3>
        <Button
          variant="subtle"
          size="compact-sm"
          loading={isPending}
          onClick={() => hide()}
        >{t`Hide for good`}</Button>
      </div>
      <ul className={classes.list}>
        {getSteps().map((step) => (
          <Step key={step.id} step={step} isDone={data.done[step.id]} />
        ))}
      </ul>
    </section>
  );
}

interface StepTexts {
  id: FirstStep;
  name: string;
  /** What is done on the server, not here. */
  hint?: string;
  open?: () => void;
}

function getSteps(): StepTexts[] {
  return [
    { id: "model", name: t`Connect a model`, open: () => openDialog("connectModel") },
    {
      id: "signIn",
      name: t`Set who may sign in`,
      hint: t`In the server’s environment: OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.`,
    },
    { id: "limits", name: t`Limit what a person may spend`, open: showLimits },
    {
      id: "storage",
      name: t`Choose where chats are stored`,
      open: () => changeSiteAdminTab("appearance", "appearance.storage"),
    },
    { id: "group", name: t`Create a group`, open: createGroup },
  ];
}

/** They are on the tab that the first steps are on. */
function showLimits(): void {
  const heading = document.getElementById("admin-rateLimit");
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: "start" });
}

/** A new group opens in a console of its own. */
function createGroup(): void {
  closeSiteAdmin();
  openDialog("createGroup");
}

function Step({ step: { name, hint, open }, isDone }: { step: StepTexts; isDone: boolean }) {
  return (
    <li className={classes.step}>
      {isDone ? (
        <IconCircleCheckFilled size={18} className={classes.done} aria-hidden />
      ) : (
        <IconCircle size={18} stroke={1.6} className={classes.open} aria-hidden />
      )}
      <span>
        {isDone || !open ? (
          name
        ) : (
          <Anchor component="button" type="button" inherit onClick={open}>
            {name}
          </Anchor>
        )}
        {isDone && <VisuallyHidden>{t`, done`}</VisuallyHidden>}
        {!isDone && hint && <span className={classes.hint}>{hint}</span>}
      </span>
    </li>
  );
}
