import type { ApiKey } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { formatList } from "../../lib/i18n/formats.ts";
import classes from "./ApiKeys.module.css";
import { describeExpiration, describeLimit, getAccessText } from "./keyTexts.ts";

/** The settings of a key that the person cannot change. */
export function KeyFacts({ account, expirationDate, rateLimit, accessTypes }: ApiKey) {
  const shownTypes = accessTypes.includes("full_access") ? (["full_access"] as const) : accessTypes;
  return (
    <dl className={classes.facts}>
      <Fact label={t`Account`} value={account.name} />
      <Fact label={t`Expiration`} value={describeExpiration(expirationDate)} />
      <Fact label={t`Limit`} value={describeLimit(rateLimit)} />
      <Fact label={t`Access`} value={formatList(shownTypes.map((scope) => getAccessText(scope).name))} />
    </dl>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
