import { t } from "@lingui/core/macro";
import { UnstyledButton } from "@mantine/core";
import { focusDraftField } from "../focusDraftField.ts";
import type { AssistantEditor } from "../useAssistantEditor.ts";
import classes from "./SectionLinks.module.css";

/** Stays above the fields, so that authors see what follows below the long instructions, and get there. */
export function SectionLinks({ editor: { group } }: { editor: AssistantEditor }) {
  const links = [
    { field: "instructions", label: t`Instructions` },
    { field: "documents", label: t`Documents` },
    { field: "starters", label: t`Starter questions` },
    { field: "disclaimer", label: t`Disclaimer` },
    ...(group === null ? [] : [{ field: "group", label: t`Group` }]),
    { field: "advanced", label: t`Advanced` },
    { field: "checklist", label: t`Checklist` },
  ];
  return (
    <nav className={classes.root} aria-label={t`Sections`} data-sticky-head>
      {links.map(({ field, label }) => (
        <UnstyledButton key={field} className={classes.link} onClick={() => focusDraftField(field, "start")}>
          {label}
        </UnstyledButton>
      ))}
    </nav>
  );
}
