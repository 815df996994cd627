import { ConvertFormat, ConvertInclude, type listExportTemplates, type OpOutput } from "@lectern/contract";
import { NativeSelect, Textarea } from "@mantine/core";
import { useId } from "react";
import type { DownloadChoices } from "./buildConvertRequest.ts";
import classes from "./DownloadChoicesForm.module.css";

type Templates = OpOutput<typeof listExportTemplates>["templates"];

interface DownloadChoicesFormProps {
  choices: DownloadChoices;
  templates: Templates;
  onChange: (choices: DownloadChoices) => void;
}

const formatNames: Record<ConvertFormat, string> = { docx: "Word", pptx: "PowerPoint" };
const includeNames: Record<ConvertInclude, string> = {
  assistant: "Assistant Messages",
  user: "User Prompts",
  all: "All Messages & Prompts",
};
const headerNames = {
  conversation: "Conversation header",
  message: "Message header",
  user: "User message header",
  assistant: "Assistant message header",
} as const;
const headers = ["conversation", "message", "user", "assistant"] as const;
const maxHeaderCharacters = 2_000;

/** The fields for the format and the contents of the document. */
export function DownloadChoicesForm({ choices, templates, onChange }: DownloadChoicesFormProps) {
  const headingId = useId();
  const change = (changes: Partial<DownloadChoices>) => onChange({ ...choices, ...changes });
  // Offer PowerPoint only if there is a template for it.
  const formats = ConvertFormat.options.filter(
    (format) => format === "docx" || templates.some((template) => template.format === format),
  );
  const formatTemplates = templates.filter(({ format }) => format === choices.format);
  return (
    <>
      <div className={classes.grid}>
        <NativeSelect
          label="Format"
          value={choices.format}
          onChange={({ currentTarget }) => {
            const format = ConvertFormat.safeParse(currentTarget.value);
            // An empty name selects the default template of the format, which the server lists first.
            if (format.success) change({ format: format.data, templateName: "" });
          }}
          data={formats.map((value) => ({ value, label: formatNames[value] }))}
        />
        <NativeSelect
          label="Template"
          value={choices.templateName || (formatTemplates[0]?.name ?? "")}
          onChange={({ currentTarget }) => change({ templateName: currentTarget.value })}
          data={formatTemplates.map(({ name, isDefault }) => ({
            value: name,
            label: isDefault ? `${name} (default)` : name,
          }))}
        />
        <NativeSelect
          label="Include conversation name"
          value={choices.includeConversationName ? "Yes" : "No"}
          onChange={({ currentTarget }) => change({ includeConversationName: currentTarget.value === "Yes" })}
          data={["Yes", "No"]}
        />
        <NativeSelect
          label="Include"
          value={choices.include}
          onChange={({ currentTarget }) => {
            const include = ConvertInclude.safeParse(currentTarget.value);
            if (include.success) change({ include: include.data });
          }}
          data={ConvertInclude.options.map((value) => ({ value, label: includeNames[value] }))}
        />
      </div>
      <section aria-labelledby={headingId}>
        <h3 id={headingId} className={classes.heading}>
          Headers
        </h3>
        <p className={classes.note}>
          Markdown to insert before each part. If a header ends with a space, the part continues on the same line: “# ”
          turns the conversation’s name into a heading.
        </p>
        <div className={classes.grid}>
          {headers.map((header) => (
            <Textarea
              key={header}
              label={headerNames[header]}
              value={choices.headers[header]}
              onChange={({ currentTarget }) =>
                change({ headers: { ...choices.headers, [header]: currentTarget.value } })
              }
              rows={2}
              maxLength={maxHeaderCharacters}
              disabled={header === "conversation" && !choices.includeConversationName}
              spellCheck={false}
              classNames={{ input: classes.code }}
            />
          ))}
        </div>
      </section>
    </>
  );
}
