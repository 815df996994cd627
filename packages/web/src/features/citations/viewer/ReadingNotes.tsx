import { type FileRecord, hasEncoding } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { describeNote, describeNotes } from "../../../entities/files/describeNote.ts";
import { Details } from "../../../ui/disclosure/Details.tsx";
import { EncodingField } from "./EncodingField.tsx";
import classes from "./ReadingNotes.module.css";

interface ReadingNotesProps {
  file: FileRecord;
  /** True for a person who may have the file read again. */
  canChange: boolean;
}

/** What the text of a document lacks or may have wrong, in one line that opens; the encoding can be changed there. */
export function ReadingNotes({ file, canChange }: ReadingNotesProps) {
  const { notes = [], encoding } = file;
  const hasField = canChange && hasEncoding(file.name, file.type) && (encoding !== undefined || hasDoubt(file));
  if (notes.length === 0 && !hasField) return null;
  const summary = notes.length === 0 ? t`Encoding: ${encoding ?? ""}` : describeNotes(notes);
  if (notes.length === 1 && !hasField) return <p className={classes.line}>{summary}</p>;
  return (
    <Details
      className={classes.notes}
      summaryClassName={classes.line}
      summary={<span className={classes.summary}>{summary}</span>}
    >
      {notes.length > 1 && (
        <ul className={classes.list} aria-label={t`Notes about the text`}>
          {notes.map((note) => (
            <li key={note.code}>{describeNote(note)}</li>
          ))}
        </ul>
      )}
      {hasField && <EncodingField file={file} />}
    </Details>
  );
}

const hasDoubt = ({ notes = [] }: FileRecord) =>
  notes.some(({ code }) => code === "encodingGuessed" || code === "charactersUnreadable");
