import { type getDataDisclosureStatus, listDataDisclosureAcceptances, type OpOutput } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { disclosureStatusQuery } from "../../../entities/disclosure/disclosureQueries.ts";
import { call } from "../../../lib/call.ts";
import { formatDate } from "../../../lib/i18n/formats.ts";
import { readAllPages } from "../../../lib/readAllPages.ts";
import { ExportButton } from "../../../ui/csv/ExportButton.tsx";
import { LoadFailedBanner } from "../../../ui/LoadFailedBanner.tsx";
import { ListSkeleton } from "../../../ui/Skeletons.tsx";
import classes from "../Admin.module.css";
import { DisclosureUpload } from "./disclosure/DisclosureUpload.tsx";

/** The data disclosure agreement: its document, and who has accepted it. */
export function DataDisclosurePanel() {
  const { data, error, refetch } = useQuery(disclosureStatusQuery);
  return (
    <section className={classes.section} aria-labelledby="admin-dataDisclosure">
      <h3 id="admin-dataDisclosure" className={classes.heading}>
        {t`Data disclosure`}
      </h3>
      <p className={classes.note}>
        {t`People for whom the feature “Data disclosure” is on accept this agreement before they use anything else.`}
      </p>
      {error && (
        <LoadFailedBanner
          text={t`The data disclosure couldn’t be loaded.`}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {!error && !data && <ListSkeleton rows={2} label={t`Loading the data disclosure`} />}
      {data && <PresentDocument status={data} />}
      <DisclosureUpload />
      {data?.document && (
        <div className={classes.choices}>
          <ExportButton
            label={t`Export acceptances`}
            fileName="data-disclosure-acceptances"
            isDisabled={false}
            loadRows={loadRows}
          />
        </div>
      )}
    </section>
  );
}

function PresentDocument({ status }: { status: OpOutput<typeof getDataDisclosureStatus> }) {
  const { document, acceptedCount } = status;
  if (!document) return <p>{t`No document yet. Nobody is asked.`}</p>;
  const { fileName, url, uploadedBy } = document;
  const date = formatDate(new Date(document.uploadedAt), { dateStyle: "medium", timeStyle: "short" });
  return (
    <div>
      <Anchor href={url} download className={classes.fileName}>
        {fileName}
      </Anchor>
      <p className={classes.note}>
        {uploadedBy ? t`Uploaded by ${uploadedBy} on ${date}` : t`Uploaded on ${date}`}
        {" · "}
        {plural(acceptedCount, { one: "# person has accepted it", other: "# people have accepted it" })}
      </p>
    </div>
  );
}

async function loadRows(): Promise<string[][]> {
  const acceptances = await readAllPages(async (cursor) => {
    const page = await call(listDataDisclosureAcceptances, { ...(cursor !== null && { cursor }) });
    return { items: page.acceptances, nextCursor: page.nextCursor };
  });
  return [
    [t`Email`, t`Name`, t`Document`, t`Version`, t`Accepted at`],
    ...acceptances.map(({ email, name, fileName, version, acceptedAt }) => [
      email,
      name,
      fileName ?? "",
      version,
      acceptedAt,
    ]),
  ];
}
