import type { ApiDocumentKind, getApiDocumentation, OpOutput } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { formatBytes } from "../../../entities/files/upload/checkFile.ts";
import { formatDate } from "../../../lib/i18n/formats.ts";
import tableClasses from "../AdminTable.module.css";

/** What has been uploaded of each kind, with a link. */
export function ApiDocumentList({ documents, doc_url, csv_url, postman_url }: OpOutput<typeof getApiDocumentation>) {
  const kinds: { kind: ApiDocumentKind; title: string; url: string | null }[] = [
    { kind: "pdf", title: t`PDF`, url: doc_url },
    { kind: "csv", title: t`CSV`, url: csv_url },
    { kind: "postman", title: t`Postman`, url: postman_url },
  ];
  return (
    <table className={tableClasses.table} aria-label={t`API Documentation`}>
      <tbody>
        {kinds.map(({ kind, title, url }) => {
          const document = documents.find((candidate) => candidate.kind === kind);
          return (
            <tr key={kind}>
              <th scope="row">{title}</th>
              <td>
                {document && url !== null ? (
                  <a href={url} download={document.name}>
                    {document.name}
                  </a>
                ) : (
                  t`Not uploaded yet`
                )}
                {document && (
                  <span className={tableClasses.detail}>
                    {[
                      formatBytes(document.size),
                      formatDate(new Date(document.uploadedAt), { dateStyle: "medium" }),
                    ].join(" · ")}
                  </span>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
