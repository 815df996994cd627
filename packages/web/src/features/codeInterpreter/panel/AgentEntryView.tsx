import { t } from "@lingui/core/macro";
import {
  IconAlertTriangle,
  IconBrandPython,
  IconBulb,
  IconCircleCheck,
  IconMessage,
  IconTool,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { formatArguments, getStepTitle } from "../../../entities/chat/answer/describeStep.ts";
import type { AgentEntry } from "../../../entities/codeInterpreter/agentEntries.ts";
import { limitCombiningMarks } from "../../../ui/limitCombiningMarks.ts";
import { CodeBlock } from "../../../ui/markdown/code/CodeBlock.tsx";
import { Markdown } from "../../../ui/markdown/Markdown.tsx";
import classes from "./AgentPanel.module.css";

/** One thing that happened while an answer was generated. What a tool returned is data, so it is shown as plain text. */
export function AgentEntryView({ entry }: { entry: AgentEntry }) {
  switch (entry.kind) {
    case "prompt":
      return (
        <Entry Icon={IconMessage} title={t`User Prompt`}>
          <Text label={t`User Prompt`} text={entry.text} />
        </Entry>
      );
    case "thinking":
      return (
        <Entry Icon={IconBulb} title={t`Thinking`}>
          <Markdown source={entry.text} isQuiet />
        </Entry>
      );
    case "code":
      return (
        <Entry Icon={IconBrandPython} title={t`Execute Code`}>
          <CodeBlock code={entry.code} language="python" isComplete />
        </Entry>
      );
    case "arguments":
      return (
        <Entry Icon={IconTool} title={t`Execute with arguments`} detail={getStepTitle(entry)}>
          <CodeBlock code={formatArguments(entry.json)} language="json" isComplete />
        </Entry>
      );
    case "result":
      return (
        <Entry Icon={entry.isError ? IconAlertTriangle : IconCircleCheck} title={t`Result`} isError={entry.isError}>
          <Text label={t`Result`} text={entry.text} isOutput />
        </Entry>
      );
    default:
      return entry satisfies never;
  }
}

interface EntryProps {
  Icon: typeof IconTool;
  title: string;
  /** Shown beside the title. */
  detail?: string;
  isError?: boolean;
  children: ReactNode;
}

function Entry({ Icon, title, detail, isError = false, children }: EntryProps) {
  return (
    <li className={classes.entry} data-error={isError || undefined}>
      <h3 className={classes.title}>
        <Icon size={16} stroke={1.6} aria-hidden />
        {title}
        {isError && <span className={classes.failed}>{t`failed`}</span>}
        {detail !== undefined && <span className={classes.detail}>{limitCombiningMarks(detail)}</span>}
      </h3>
      {children}
    </li>
  );
}

interface TextProps {
  label: string;
  text: string;
  /** True for what a program has printed, whose columns align. */
  isOutput?: boolean;
}

function Text({ label, text, isOutput = false }: TextProps) {
  return (
    <section
      className={classes.text}
      data-output={isOutput || undefined}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
      dir="auto"
    >
      {limitCombiningMarks(text)}
    </section>
  );
}
