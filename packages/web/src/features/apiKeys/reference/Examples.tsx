import { t } from "@lingui/core/macro";
import "@mantine/core/styles/FloatingIndicator.css";
import "@mantine/core/styles/SegmentedControl.css";
import { SegmentedControl } from "@mantine/core";
import { useId, useState } from "react";
import { CodeFrame } from "../../../ui/markdown/code/CodeFrame.tsx";
import { CodeText } from "../../../ui/markdown/code/CodeText.tsx";
import classes from "./ApiReference.module.css";
import type { ReferenceOp } from "./apiReference.ts";
import { type ExampleLanguage, writeExample } from "./codeExamples.ts";
import { createExampleRequest } from "./exampleRequest.ts";

const languages: readonly { value: ExampleLanguage; label: string }[] = [
  { value: "curl", label: "curl" },
  { value: "javascript", label: "JavaScript" },
  { value: "python", label: "Python" },
];

/** Programs that send a request, in several languages. */
export function Examples({ op }: { op: ReferenceOp }) {
  const [language, setLanguage] = useState<ExampleLanguage>("curl");
  const titleId = useId();
  const code = writeExample(language, createExampleRequest(op, location.origin));
  const highlighted = language === "curl" ? "sh" : language;
  return (
    <section className={classes.part} aria-labelledby={titleId}>
      <h3 id={titleId} className={classes.subheading}>
        {t`Example`}
      </h3>
      <SegmentedControl
        aria-label={t`Language of the example`}
        className={classes.languages}
        value={language}
        data={[...languages]}
        onChange={(value) => setLanguage(languages.find((each) => each.value === value)?.value ?? "curl")}
      />
      <CodeFrame code={code} language={highlighted} className={classes.code}>
        <CodeText key={language} code={code} language={highlighted} isComplete />
      </CodeFrame>
    </section>
  );
}
