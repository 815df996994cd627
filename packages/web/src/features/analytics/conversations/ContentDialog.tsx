import type { ConversationRecord } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { recordContentQuery } from "../../../entities/analytics/analyticsQueries.ts";
import { Markdown } from "../../../ui/markdown/Markdown.tsx";
import { Modal } from "../../../ui/modal/Modal.tsx";
import { MessagesSkeleton } from "../../../ui/Skeletons.tsx";
import styles from "./ContentDialog.module.css";
import { formatRecordValue, getRecordColumns, isWeek } from "./recordColumns.ts";
import { Stars } from "./Stars.tsx";

interface ContentDialogProps {
  record: ConversationRecord;
  isOpen: boolean;
  onClose: () => void;
}

/** A record, and what was asked and answered. */
export function ContentDialog({ record, isOpen, onClose }: ContentDialogProps) {
  return (
    <Modal isOpen={isOpen} title={t`Conversation Content`} onClose={onClose} width="min(60rem, 80vw)" isWide>
      <div className={styles.content}>
        <dl className={styles.metadata}>
          {getRecordColumns({ areWeeks: isWeek(record) }).map((column) => {
            const text = formatRecordValue(record, column);
            return (
              text !== "" && (
                <div key={column.id} data-kind={column.kind}>
                  <dt>{column.label}</dt>
                  <dd>{column.kind === "stars" ? <Stars value={Number(record[column.id])} /> : text}</dd>
                </div>
              )
            );
          })}
        </dl>
        {record.hasContent ? (
          <Content record={record} />
        ) : (
          <p
            className={styles.note}
          >{t`What was written is not available: it is hidden, was deleted or is stored only in the person’s browser.`}</p>
        )}
      </div>
    </Modal>
  );
}

function Content({ record: { assistantId, conversationId, assistantName } }: Pick<ContentDialogProps, "record">) {
  const { data, isError, refetch } = useQuery(recordContentQuery(assistantId, conversationId));
  if (isError) {
    return (
      <div className={styles.failed} role="alert">
        <p>{t`Error loading conversation content.`}</p>
        <Button size="xs" variant="default" onClick={() => void refetch()}>
          {t`Try again`}
        </Button>
      </div>
    );
  }
  if (!data) return <MessagesSkeleton label={t`Loading the chat`} />;
  return (
    <>
      <p className={styles.note}>{t`The person is told that you have opened this chat.`}</p>
      <ol className={styles.messages}>
        {data.map(({ role, content }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the messages never change
          <li key={index} className={styles.message} data-role={role}>
            <h3 className={styles.author}>{role === "user" ? t`User` : assistantName}</h3>
            {role === "user" ? <p dir="auto">{content}</p> : <Markdown source={content} />}
          </li>
        ))}
      </ol>
    </>
  );
}
