import type { ConvertFormat, listExportTemplates, OpOutput } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Textarea } from "@mantine/core";
import { useId } from "react";
import { SelectField } from "../../../ui/SelectField.tsx";
import classes from "./DownloadOptionsForm.module.css";
import type { DownloadOptions } from "./downloadOptions.ts";

type Templates = OpOutput<typeof listExportTemplates>["templates"];

interface DownloadOptionsFormProps {
  options: DownloadOptions;
  formats: readonly ConvertFormat[];
  templates: Templates;
  onChange: (options: DownloadOptions) => void;
}

const maxHeaderCharacters = 2_000;

/** The fields for the template and for what is inserted into the document. */
export function DownloadOptionsForm({ options, formats, templates, onChange }: DownloadOptionsFormProps) {
  const headingId = useId();
  const change = (changes: Partial<DownloadOptions>) => onChange({ ...options, ...changes });
  return (
    <>
      <div className={classes.grid}>
        <SelectField
          label={t`Include chat name`}
          value={options.includeConversationName ? "yes" : "no"}
          onChange={(value) => change({ includeConversationName: value === "yes" })}
          choices={[
            { value: "yes", label: t`Yes` },
            { value: "no", label: t`No` },
          ]}
        />
        {formats.map((format) => (
          <SelectField
            key={format}
            label={getTemplateLabel(format)}
            // An empty name selects the default template of the format, which the server lists first.
            value={options.templateNames[format] || (findTemplates(templates, format)[0]?.name ?? "")}
            onChange={(name) => change({ templateNames: { ...options.templateNames, [format]: name } })}
            choices={findTemplates(templates, format).map(({ name, isDefault }) => ({
              value: name,
              label: isDefault ? t`${name} (default)` : name,
            }))}
          />
        ))}
      </div>
      <section aria-labelledby={headingId}>
        <h3 id={headingId} className={classes.heading}>
          {t`Headers`}
        </h3>
        <p className={classes.note}>
          {t`Markdown inserted before each part. If it ends with a space, the part continues on the same line: “# ” turns the chat’s name into a heading.`}
        </p>
        <div className={classes.grid}>
          {getHeaders().map(({ key, label }) => (
            <Textarea
              key={key}
              label={label}
              value={options.headers[key]}
              onChange={({ currentTarget }) => change({ headers: { ...options.headers, [key]: currentTarget.value } })}
              rows={2}
              maxLength={maxHeaderCharacters}
              disabled={key === "conversation" && !options.includeConversationName}
              spellCheck={false}
              classNames={{ input: classes.code }}
            />
          ))}
        </div>
      </section>
    </>
  );
}

const findTemplates = (templates: Templates, format: ConvertFormat) =>
  templates.filter((template) => template.format === format);

function getTemplateLabel(format: ConvertFormat): string {
  switch (format) {
    case "docx":
      return t`Word template`;
    case "pptx":
      return t`PowerPoint template`;
    default:
      return format satisfies never;
  }
}

const getHeaders = (): { key: keyof DownloadOptions["headers"]; label: string }[] => [
  { key: "conversation", label: t`Chat header` },
  { key: "message", label: t`Message header` },
  { key: "user", label: t`User message header` },
  { key: "assistant", label: t`Assistant message header` },
];
