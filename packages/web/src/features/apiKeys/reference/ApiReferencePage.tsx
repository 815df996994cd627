import { t } from "@lingui/core/macro";
import { PasswordInput } from "@mantine/core";
import "@mantine/core/styles/PasswordInput.css";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFlag } from "../../../entities/flags/useFlag.ts";
import { useModels } from "../../../entities/models/useModels.ts";
import { openPage } from "../../../entities/shell/routes.ts";
import fieldClasses from "../../../ui/fields.module.css";
import { LoadFailedBanner } from "../../../ui/LoadFailedBanner.tsx";
import pageClasses from "../../../ui/page/PageFrame.module.css";
import { PageFrame } from "../../../ui/page/PageFrame.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import { ListSkeleton } from "../../../ui/Skeletons.tsx";
import { ApiFiles } from "./ApiFiles.tsx";
import classes from "./ApiReference.module.css";
import { nameModel, type ReferenceDomain, searchReference } from "./apiReference.ts";
import { OperationRow } from "./OperationRow.tsx";
import { getDomainTitle } from "./referenceTexts.ts";
import { apiReferenceQuery } from "./requests.ts";

/** What programs can call, with examples, and a way to try it. */
export function ApiReferencePage() {
  const hasApiKeys = useFlag("apiKeys");
  return (
    <PageFrame title={t`API reference`} onClose={() => openPage("chat")}>
      {hasApiKeys ? <Reference /> : <p className={pageClasses.about}>{t`API keys are turned off for you.`}</p>}
    </PageFrame>
  );
}

function Reference() {
  const { data: domains, error, refetch } = useQuery(apiReferenceQuery);
  const { default: model } = useModels();
  const [search, setSearch] = useState("");
  // Only here, so that it is gone once the page is closed.
  const [secret, setSecret] = useState("");
  // What was typed and answered stays if it is read again in vain.
  if (!domains && error) {
    return (
      <LoadFailedBanner
        text={t`Unable to display API documentation at this time...`}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!domains) return <ListSkeleton rows={6} label={t`Loading the API reference`} />;
  const found = searchReference(model ? nameModel(domains, model.id) : domains, search);
  return (
    <div className={classes.scroll}>
      <div className={classes.intro}>
        <p className={pageClasses.about}>
          {t`What programs can do here with an API key. They send it as a header: “Authorization: Bearer amp-…”.`}
        </p>
        <p className={pageClasses.about}>
          {t`Address of this server:`} <code className={classes.address}>{location.origin}</code>
        </p>
        <ApiFiles />
        <PasswordInput
          label={t`Your API key, to try things out`}
          description={t`It is kept only until you leave this page. Requests that you send take effect, and are charged to the key’s account.`}
          inputWrapperOrder={["label", "input", "description"]}
          classNames={{ input: fieldClasses.input ?? "" }}
          className={classes.secret}
          autoComplete="off"
          data-1p-ignore
          data-lpignore="true"
          spellCheck={false}
          value={secret}
          onChange={({ currentTarget }) => setSecret(currentTarget.value.trim())}
        />
      </div>
      <div className={classes.search}>
        <SearchField
          label={t`Search the API reference`}
          value={search}
          onChange={setSearch}
          onArrowDown={() => document.querySelector<HTMLElement>("[data-api-operation]")?.focus()}
        />
      </div>
      {found.length === 0 && (
        <p role="status" className={pageClasses.empty}>
          {t`No operations match.`}
        </p>
      )}
      {found.map((domain) => (
        <Domain key={domain.name} domain={domain} secret={secret} />
      ))}
    </div>
  );
}

function Domain({ domain: { name, ops }, secret }: { domain: ReferenceDomain; secret: string }) {
  const title = getDomainTitle(name);
  return (
    <section className={classes.domain} aria-label={title}>
      <h2 className={classes.heading}>{title}</h2>
      <ul className={classes.list}>
        {ops.map((op) => (
          <OperationRow key={op.name} op={op} secret={secret} />
        ))}
      </ul>
    </section>
  );
}
