import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconAlertTriangle, IconCopy, IconTrash } from "@tabler/icons-react";
import { Details } from "../../../../../ui/disclosure/Details.tsx";
import type { CustomApiDraft } from "../../draft/customApiDraft.ts";
import type { ApiProblems } from "../../draft/findApiProblems.ts";
import editorClasses from "../../Editor.module.css";
import { ApiTest } from "./ApiTest.tsx";
import { CustomApiFields } from "./CustomApiFields.tsx";
import classes from "./Operations.module.css";

interface CustomApiRowProps {
  api: CustomApiDraft;
  /** The name by which the model calls it. */
  functionName: string;
  /** What the draft started from; null: it is new, or not known. */
  saved: CustomApiDraft | null;
  assistantId: string | null;
  problems: ApiProblems;
  isOpen: boolean;
  canDuplicate: boolean;
  onToggle: (isOpen: boolean) => void;
  onChange: (changes: Partial<CustomApiDraft>) => void;
  onDuplicate: () => void;
  onDelete: () => void;
}

/** A custom API, whose fields open below its name. */
export function CustomApiRow({ isOpen, onToggle, canDuplicate, onDuplicate, onDelete, ...props }: CustomApiRowProps) {
  const { api, saved, problems, assistantId, functionName } = props;
  const hasProblem = Object.keys(problems).length > 0;
  return (
    <Details
      className={editorClasses.section}
      summaryClassName={editorClasses.summary}
      data-api={api.id}
      open={isOpen}
      onToggle={({ currentTarget }) => onToggle(currentTarget.open)}
      summary={
        <>
          {hasProblem && <IconAlertTriangle size={14} stroke={1.8} className={classes.mark} aria-label={t`To check`} />}
          <span className={classes.method}>{api.requestType}</span>
          <span className={editorClasses.summaryText}>{api.name.trim() || t`Unnamed API`}</span>
          <span className={`${editorClasses.summaryNote} ${classes.host}`}>{getHost(api.url)}</span>
        </>
      }
    >
      {/* Many closed rows cost nothing. One with a problem has the field that gets the focus. */}
      {(isOpen || hasProblem) && (
        <div className={editorClasses.sectionBody}>
          <CustomApiFields {...props} />
          <ApiTest api={api} saved={saved} assistantId={assistantId} functionName={functionName} />
          <div className={classes.rowActions}>
            {canDuplicate && (
              <Button
                variant="default"
                size="xs"
                leftSection={<IconCopy size={14} stroke={1.6} aria-hidden />}
                onClick={onDuplicate}
              >
                {t`Duplicate`}
              </Button>
            )}
            <Button
              variant="default"
              size="xs"
              leftSection={<IconTrash size={14} stroke={1.6} aria-hidden />}
              onClick={onDelete}
            >
              {t`Delete API`}
            </Button>
          </div>
        </div>
      )}
    </Details>
  );
}

const getHost = (url: string) => (URL.canParse(url.trim()) ? new URL(url.trim()).host : "");
