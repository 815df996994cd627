import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconPlugConnected } from "@tabler/icons-react";
import { useModels } from "../../entities/models/useModels.ts";
import { openDialog } from "../../entities/shell/dialogs.ts";
import { openSiteAdmin } from "../../entities/shell/siteAdminRoute.ts";
import { CallError } from "../../lib/callError.ts";
import { ErrorView } from "../../ui/ErrorView.tsx";
import classes from "./ModelsNotice.module.css";

/**
 * A notice that the models could not be loaded, or that there is no language model yet, with a button for
 * administrators to connect one.
 */
export function ModelsNotice({ isAdmin }: { isAdmin: boolean }) {
  const { status, hasLanguageModel, error, retry } = useModels();
  if (status === "failed") return <ModelsError error={error} onRetry={retry} />;
  if (status === "loading" || hasLanguageModel) return null;
  if (isAdmin) return <ConnectPrompt />;
  return (
    <p className={classes.line}>{t`The built-in guide answers until an administrator connects a language model.`}</p>
  );
}

function ConnectPrompt() {
  return (
    <section className={classes.prompt} aria-label={t`Connect a model`}>
      <p className={classes.text}>
        {t`No language model is connected yet, so the built-in guide answers. It knows only about this workspace.`}
      </p>
      <Button
        leftSection={<IconPlugConnected size={18} stroke={1.6} aria-hidden />}
        onClick={() => openDialog("connectModel")}
      >
        {t`Connect a model`}
      </Button>
      <Button variant="subtle" onClick={() => openSiteAdmin()}>
        {t`All first steps`}
      </Button>
    </section>
  );
}

/** Shown when the models could not be loaded. */
function ModelsError({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const details = error instanceof CallError ? error : null;
  return (
    <ErrorView
      title={t`Failed to Retrieve Models`}
      lines={[t`There was a problem retrieving the available models, please contact our support team.`]}
      code={details?.code}
      requestId={details?.requestId}
      actions={<Button onClick={onRetry}>{t`Try again`}</Button>}
    />
  );
}
