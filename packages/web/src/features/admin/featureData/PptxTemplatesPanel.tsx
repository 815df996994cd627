import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { LoadFailedBanner } from "../../../ui/LoadFailedBanner.tsx";
import { ListSkeleton } from "../../../ui/Skeletons.tsx";
import classes from "../Admin.module.css";
import { NewPptxTemplate } from "./NewPptxTemplate.tsx";
import { Panel } from "./Panel.tsx";
import { PptxTemplateTable } from "./PptxTemplateTable.tsx";
import { pptxTemplatesQuery } from "./pptxTemplates.ts";

/** The PowerPoint templates that people choose when they download conversations. */
export function PptxTemplatesPanel() {
  const { data: templates, error, refetch } = useQuery(pptxTemplatesQuery);
  return (
    <Panel
      title={t`PowerPoint Templates`}
      note={t`People choose them when they download chats as a presentation. Changes here take effect at once.`}
    >
      {error && (
        <LoadFailedBanner text={t`The templates couldn’t be loaded.`} error={error} onRetry={() => void refetch()} />
      )}
      {!templates && !error && <ListSkeleton label={t`Loading the templates`} />}
      {templates?.length === 0 && <p className={classes.note}>{t`No template has been uploaded yet.`}</p>}
      {templates && templates.length > 0 && <PptxTemplateTable templates={templates} />}
      {templates && <NewPptxTemplate templates={templates} />}
    </Panel>
  );
}
