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

/** [C2.25] What the document is and what goes into it. */
export function DownloadChoicesForm({ choices, templates, onChange }: DownloadChoicesFormProps) {
  const headingId = useId();
  const change = (changes: Partial<DownloadChoices>) => onChange({ ...choices, ...changes });
  // PowerPoint only where there is a template for it.
  const formats = ConvertFormat.options.filter(
    (format) => format === "docx" || templates.some((one) => one.format === format),
  );
  const fitting = templates.filter(({ format }) => format === choices.format);
  return (
    <>
      <div className={classes.grid}>
        <NativeSelect
          label="Format"
          value={choices.format}
          onChange={({ currentTarget }) => {
            const format = ConvertFormat.safeParse(currentTarget.value);
            // [C9.14] The default template of the format, which the server lists first.
            if (format.success) change({ format: format.data, templateName: "" });
          }}
          data={formats.map((value) => ({ value, label: formatNames[value] }))}
        />
        <NativeSelect
          label="Template"
          value={choices.templateName || (fitting[0]?.name ?? "")}
          onChange={({ currentTarget }) => change({ templateName: currentTarget.value })}
          data={fitting.map(({ name, isDefault }) => ({ value: name, label: isDefault ? `${name} (default)` : name }))}
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
          Markdown that is put before each of them. A header that ends with a space stands on the same line as what
          follows: “# ” makes the conversation’s name a heading.
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
