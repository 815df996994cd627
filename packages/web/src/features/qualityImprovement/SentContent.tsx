import { t } from "@lingui/core/macro";
import { useId } from "react";
import factsClasses from "../../entities/qualityImprovement/facts.module.css";
import { SubmittedContent } from "../../entities/qualityImprovement/SubmittedContent.tsx";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import { formatNumber } from "../../lib/i18n/formats.ts";
import classes from "./Quality.module.css";
import type { Submission } from "./submission.ts";

/** Shows what is sent besides the texts of the form. */
export function SentContent({ qiData, conversation }: Submission) {
  const { user } = useWorkspace();
  const id = useId();
  const { includeUser, numberOfDataSources: count, dataSources = null } = qiData;
  return (
    <section className={classes.sent} aria-labelledby={id}>
      <h3 id={id} className={classes.legend}>{t`This is sent with the texts above`}</h3>
      <dl className={factsClasses.facts}>
        <dt>{t({ message: "From", context: "sender" })}</dt>
        <dd>
          {includeUser
            ? [user.name, user.email].filter(Boolean).join(", ")
            : t`Anonymous. Make sure that the texts don’t name you.`}
        </dd>
        <dt>{t({ message: "Type", context: "submission" })}</dt>
        <dd>{t`Chat`}</dd>
        <dt>{t`Number of data sources`}</dt>
        <dd>{formatNumber(count)}</dd>
      </dl>
      {conversation ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and has no control that could be focused
        <section className={classes.conversation} tabIndex={0} aria-label={t`The chat that is sent`}>
          <SubmittedContent conversation={conversation} dataSources={dataSources} />
        </section>
      ) : (
        <p className={classes.note}>{t`The chat isn’t sent.`}</p>
      )}
    </section>
  );
}
