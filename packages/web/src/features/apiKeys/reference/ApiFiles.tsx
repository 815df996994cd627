import { t } from "@lingui/core/macro";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { LoadFailedBanner } from "../../../ui/LoadFailedBanner.tsx";
import classes from "./ApiReference.module.css";
import { apiFilesQuery } from "./requests.ts";

/** The documentation as files. A PDF is there only if the institution has uploaded one. */
export function ApiFiles() {
  const { data, error, refetch } = useQuery(apiFilesQuery);
  if (error) {
    return (
      <LoadFailedBanner
        text={t`Unable to display API documentation at this time...`}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  const files = [
    { name: t`PDF`, url: data?.doc_url ?? null },
    { name: t`CSV`, url: data?.csv_url ?? null },
    { name: t`Postman`, url: data?.postman_url ?? null },
  ];
  return (
    <ul className={classes.files} aria-label={t`Downloads`}>
      {files.map(
        ({ name, url }) =>
          url !== null && (
            <li key={name}>
              <a href={url} download className={classes.file}>
                <IconDownload size={15} stroke={1.6} aria-hidden />
                {t`Download ${name}`}
              </a>
            </li>
          ),
      )}
    </ul>
  );
}
