import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { LoadFailedBanner } from "../../../ui/LoadFailedBanner.tsx";
import { ListSkeleton } from "../../../ui/Skeletons.tsx";
import { ApiDocumentList } from "./ApiDocumentList.tsx";
import { apiDocumentationQuery } from "./featureDataQueries.ts";
import { NewApiDocument } from "./NewApiDocument.tsx";
import { Panel } from "./Panel.tsx";

/** The documentation of the API: a PDF, a CSV file and a Postman collection. */
export function ApiDocumentationPanel() {
  const { data, error, refetch } = useQuery(apiDocumentationQuery);
  return (
    <Panel
      title={t`API Documentation`}
      note={t`One PDF, one CSV file and one Postman collection (JSON). A new file replaces the earlier one of its kind.`}
    >
      {error && (
        <LoadFailedBanner
          text={t`Unable to display API documentation at this time...`}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <ListSkeleton label={t`Loading the documentation`} />}
      {data && <ApiDocumentList {...data} />}
      {data && <NewApiDocument />}
    </Panel>
  );
}
