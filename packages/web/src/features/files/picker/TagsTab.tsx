import { buildTagDataSource, listFileTags } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button, UnstyledButton } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { fileMessages } from "../../../entities/files/fileMessages.ts";
import type { Attachment } from "../../../entities/files/upload/attachment.ts";
import { fileKeys } from "../../../entities/files/useFileQuery.ts";
import { call } from "../../../lib/call.ts";
import { ListSkeleton } from "../../../ui/Skeletons.tsx";
import { TagChip } from "../../../ui/tags/TagChip.tsx";
import classes from "./FilePicker.module.css";
import { LoadFailedNote } from "./LoadFailedNote.tsx";

interface TagsTabProps {
  chosenAttachments: ReadonlyMap<string, Attachment>;
  onToggle: (tag: string) => void;
  onUpload: () => void;
}

/** The tags of the person's files. A chosen tag includes all files that have it. */
export function TagsTab({ chosenAttachments, onToggle, onUpload }: TagsTabProps) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: fileKeys.tags,
    queryFn: ({ signal }) => call(listFileTags, {}, { signal }),
    staleTime: 0,
    networkMode: "always",
  });
  if (error && !data)
    return <LoadFailedNote text={fileMessages.tagsFailed()} error={error} onRetry={() => void refetch()} />;
  if (isPending) return <ListSkeleton rows={4} label={t`Loading your tags`} />;
  if (data.tags.length === 0) {
    return (
      <div className={classes.empty}>
        <p>{t`No tags yet. Tags you add to your files will appear here.`}</p>
        <Button variant="default" onClick={onUpload}>
          {t`Upload from this device`}
        </Button>
      </div>
    );
  }
  return (
    <div className={classes.tab}>
      <p className={classes.hint}>
        {t`Attach a tag to use all files that have it. Answers use the passages that match your question.`}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields */}
      <div className={classes.tags} role="group" aria-label={t`Tags`}>
        {data.tags.map((tag) => {
          const isChosen = chosenAttachments.has(buildTagDataSource(tag).id);
          return (
            <UnstyledButton
              key={tag}
              className={classes.tag}
              aria-label={tag}
              aria-pressed={isChosen}
              onClick={() => onToggle(tag)}
            >
              <TagChip tag={tag}>{isChosen && <IconCheck size={14} stroke={2.4} aria-hidden />}</TagChip>
            </UnstyledButton>
          );
        })}
      </div>
    </div>
  );
}
