import { t } from "@lingui/core/macro";
import { UnstyledButton } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useFlag } from "../../../../entities/flags/useFlag.ts";
import fadeClasses from "../../../../ui/scrollFade.module.css";
import type { DraftField } from "../draft/validateDraft.ts";
import { focusDraftField } from "../focusDraftField.ts";
import type { AssistantEditor } from "../useAssistantEditor.ts";
import classes from "./SectionLinks.module.css";
import { useChecks } from "./useChecks.ts";
import { useCurrentSection } from "./useCurrentSection.ts";

interface SectionLink {
  /** The field that it leads to. */
  field: string;
  label: string;
  /** The fields of the section, whose problems are marked. */
  fields: readonly DraftField[];
}

interface SectionLinksProps {
  editor: AssistantEditor;
  /** Buttons at the end. */
  tools?: ReactNode;
}

/** Stays beside the fields, or above them, so that authors see what follows below the long instructions, and get there. */
export function SectionLinks({ editor, tools }: SectionLinksProps) {
  const { openChecks, isBeginning } = useChecks(editor);
  const hasProblem = (field: DraftField) =>
    editor.problems[field] !== undefined || (!isBeginning && openChecks.some((check) => check.field === field));
  const links = getLinks({ isInGroup: editor.group !== null, hasApis: useFlag("assistantApis") });
  const { navRef, currentField, choose } = useCurrentSection(links.map(({ field }) => field));
  return (
    <div className={classes.root} data-sticky-head>
      <nav ref={navRef} className={`${fadeClasses.fading} ${classes.links}`} aria-label={t`Sections`}>
        {links.map(({ field, label, fields }) => {
          const isMarked = fields.some(hasProblem);
          return (
            <UnstyledButton
              key={field}
              className={classes.link ?? ""}
              aria-current={field === currentField ? "true" : undefined}
              aria-label={isMarked ? t`${label}, to check` : undefined}
              onClick={() => {
                focusDraftField(field, "start");
                choose(field);
              }}
            >
              {isMarked && <IconAlertTriangle size={14} stroke={1.8} className={classes.mark} aria-hidden />}
              {label}
            </UnstyledButton>
          );
        })}
      </nav>
      <div className={classes.tools}>{tools}</div>
    </div>
  );
}

function getLinks({ isInGroup, hasApis }: { isInGroup: boolean; hasApis: boolean }): SectionLink[] {
  const group: SectionLink = {
    field: "group",
    label: t`Group`,
    fields: ["model", "groupTypeData", "groupUserTypeQuestion"],
  };
  const apis: SectionLink = { field: "operations", label: t`API capabilities`, fields: ["operations"] };
  return [
    { field: "name", label: t`Name`, fields: ["name", "icon", "description"] },
    { field: "instructions", label: t`Instructions`, fields: ["instructions"] },
    { field: "documents", label: t`Documents`, fields: ["documents"] },
    { field: "starters", label: t`Starter questions`, fields: ["starters"] },
    { field: "disclaimer", label: t`Disclaimer`, fields: ["disclaimer"] },
    ...(isInGroup ? [group] : []),
    ...(hasApis ? [apis] : []),
    { field: "advanced", label: t`Advanced`, fields: ["uri", "tags", "conversationTags"] },
    { field: "checklist", label: t`Checklist`, fields: [] },
  ];
}
