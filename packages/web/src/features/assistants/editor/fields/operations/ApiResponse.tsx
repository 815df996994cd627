import type { HttpCallResult } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { formatNumber } from "../../../../../lib/i18n/formats.ts";
import editorClasses from "../../Editor.module.css";
import { formatJson } from "./formatJson.ts";
import classes from "./Operations.module.css";

/** The response to the request of a custom API. */
export function ApiResponse({ result: { status, body, isCut, durationMs } }: { result: HttpCallResult }) {
  const duration = formatNumber(Math.round(durationMs));
  return (
    <div className={editorClasses.group}>
      <p className={classes.status} role="status" data-failed={status >= 400 || undefined}>
        {t`Status ${status} after ${duration} ms`}
      </p>
      {body === "" ? (
        <p className={editorClasses.note}>{t`The response is empty.`}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must be scrollable by keyboard
        <section className={`${classes.response} ${classes.code}`} tabIndex={0} aria-label={t`Response`}>
          {/* What is cut is no longer JSON. */}
          {isCut ? body : (formatJson(body) ?? body)}
        </section>
      )}
      {isCut && <p className={editorClasses.note}>{t`The response is longer. Only its beginning is shown.`}</p>}
    </div>
  );
}
