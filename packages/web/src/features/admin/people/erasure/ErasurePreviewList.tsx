import { t } from "@lingui/core/macro";
import { formatList } from "../../../../lib/i18n/formats.ts";
import adminClasses from "../../Admin.module.css";
import classes from "../People.module.css";
import type { ErasurePreview } from "../peopleQueries.ts";
import { countKind } from "../peopleTexts.ts";

/** What an erasure would delete, hand over and leave. */
export function ErasurePreviewList({ preview }: { preview: ErasurePreview }) {
  const { deleted, groups, services, administratorSource } = preview;
  const groupNames = formatList(groups.map((name) => `“${name}”`));
  const serviceNames = formatList(services.map((name) => `“${name}”`));
  return (
    <>
      <p>{t`The person is signed out at once. What they have stored is deleted in the background and cannot be restored.`}</p>
      {administratorSource === "environment" && (
        <p className={adminClasses.problem}>
          {t`ADMINS in the server’s configuration lists this address. Whoever signs in with it next becomes an administrator, unless it is removed there.`}
        </p>
      )}
      <section aria-labelledby="erase-deleted">
        <h4 id="erase-deleted" className={adminClasses.heading}>{t`Will be deleted`}</h4>
        <ul className={classes.items}>
          {deleted.map(({ kind, count }) => (
            <li key={kind}>{countKind(kind, count)}</li>
          ))}
          {deleted.length === 0 && <li>{t`Nothing is stored.`}</li>}
        </ul>
      </section>
      {groups.length + services.length > 0 && (
        <section aria-labelledby="erase-handed-over">
          <h4 id="erase-handed-over" className={adminClasses.heading}>{t`Will be handed over`}</h4>
          {groups.length > 0 && (
            <p className={adminClasses.note}>
              {t`Nobody else administers ${groupNames}. The successor becomes administrator.`}
            </p>
          )}
          {services.length > 0 && (
            <p className={adminClasses.note}>
              {t`A successor other than you gets the services ${serviceNames} with their keys. Otherwise, nobody can use them any more.`}
            </p>
          )}
        </section>
      )}
      <section aria-labelledby="erase-kept">
        <h4 id="erase-kept" className={adminClasses.heading}>{t`Stays, without name and address`}</h4>
        <p className={adminClasses.note}>
          {t`Costs, the audit log, groups and what belongs to them, and copies that other people have received.`}
        </p>
      </section>
    </>
  );
}
