import type { QualityData, SubmittedConversation, SubmittedMessage } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Markdown } from "../../ui/markdown/Markdown.tsx";
import classes from "./SubmittedContent.module.css";

interface SubmittedContentProps {
  conversation: SubmittedConversation;
  dataSources: NonNullable<QualityData["dataSources"]> | null;
  /** True: answers are shown as in a chat. Otherwise every character is shown as it is sent. */
  isFormatted?: boolean;
}

/** The conversation of a submission for quality improvement, for whoever sends it and for whoever reads it. */
export function SubmittedContent({ conversation, dataSources, isFormatted = false }: SubmittedContentProps) {
  return (
    <div className={classes.content}>
      <p className={classes.name} dir="auto">
        {conversation.name}
      </p>
      <ol className={classes.messages} aria-label={t`Messages`}>
        {conversation.messages.map((message, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the messages never change
          <li key={index} className={classes.message} data-role={message.role}>
            <h4 className={classes.author}>{message.role === "user" ? t`User` : t`Assistant`}</h4>
            {isFormatted && message.role === "assistant" ? (
              <Markdown source={message.content} />
            ) : (
              <p className={classes.text} dir="auto">
                {message.content}
              </p>
            )}
            <MessageSources message={message} />
          </li>
        ))}
      </ol>
      {dataSources && dataSources.length > 0 && (
        <>
          <h4 className={classes.author}>{t`Data sources`}</h4>
          <ul className={classes.sources}>
            {dataSources.map(({ name, type }) => (
              <li key={`${name}\n${type}`} dir="auto">
                {type === undefined ? name : `${name} (${type})`}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** What a message draws on: documents, cited passages, and the values of a prompt template. */
function MessageSources({ message: { dataSources = [], sources = [], templateData } }: { message: SubmittedMessage }) {
  if (dataSources.length === 0 && sources.length === 0 && !templateData) return null;
  return (
    <ul className={classes.sources} aria-label={t`Data sources of the message`}>
      {dataSources.map(({ name, type }) => (
        <li key={`${name}\n${type}`} dir="auto">
          {type === undefined ? name : `${name} (${type})`}
        </li>
      ))}
      {sources.map(({ name, content }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the passages never change
        <li key={index} dir="auto">
          <span className={classes.source}>{name}</span>
          {content !== "" && <span className={classes.text}>{content}</span>}
        </li>
      ))}
      {templateData && (
        <li dir="auto">
          <span className={classes.source}>{templateData.name}</span>
          {Object.entries(templateData.values).map(([name, value]) => (
            <span key={name} className={classes.text}>{`${name}: ${value}`}</span>
          ))}
        </li>
      )}
    </ul>
  );
}
