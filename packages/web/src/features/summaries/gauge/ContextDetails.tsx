import type { Model } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { translateServerText } from "../../../lib/i18n/translateServerText.ts";
import classes from "./Context.module.css";
import { formatShare, formatTokens } from "./formatTokens.ts";
import type { ConversationContext } from "./readContext.ts";

/** What fills the model's window at the next question, in words and numbers. */
export function ContextDetails({ context, model }: { context: ConversationContext; model: Model }) {
  const { parts, use, summaryState } = context;
  const reason = translateServerText(use.summaryFailure ?? "");
  const { name } = model;
  const share = formatShare(parts.share);
  const window = formatTokens(model.inputContextWindow);
  const rows = [
    { label: t`Instructions`, tokens: parts.instructions },
    { label: t`Memory`, tokens: parts.memory },
    { label: t`Tools`, tokens: parts.tools },
    { label: t`Documents and images`, tokens: parts.documents },
    { label: t`Summary of earlier messages`, tokens: parts.summary },
    { label: t`Messages`, tokens: parts.history },
  ].filter(({ tokens }) => tokens > 0);
  return (
    <div className={classes.details}>
      <p className={classes.title}>{t`${share} of the space for your next question is used`}</p>
      <table className={classes.table}>
        <tbody>
          {rows.map(({ label, tokens }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{formatTokens(tokens)}</td>
            </tr>
          ))}
          <tr className={classes.rest}>
            <th scope="row">{t`Left for the answer`}</th>
            <td>{formatTokens(parts.answer)}</td>
          </tr>
        </tbody>
      </table>
      {parts.isCut && (
        <p className={classes.note}>
          {parts.summary > 0
            ? t`This chat is longer than the model can read, so a summary is sent in place of its earlier messages.`
            : t`This chat is longer than the model can read, so its earlier messages aren’t sent.`}
        </p>
      )}
      {summaryState === "pending" && (
        <p className={classes.note}>{t`The earlier messages of this chat will be summarized.`}</p>
      )}
      {summaryState === "failed" && (
        <p className={classes.note}>
          {t`The earlier messages of this chat couldn’t be summarized. ${reason} The next answer tries again.`}
        </p>
      )}
      <p className={classes.note}>
        {use.isEstimate
          ? t`In tokens, estimated. ${name} reads ${window}, with the answer.`
          : t`In tokens, as counted for the last answer; the parts are estimated. ${name} reads ${window}, with the answer.`}
      </p>
    </div>
  );
}
