import { type FileRecord, isTextEncoding, setFileEncoding, textEncodings } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { fileKeys } from "../../../entities/files/useFileQuery.ts";
import { call } from "../../../lib/call.ts";
import { notifyFailure } from "../../../ui/notices/notify.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import classes from "./ReadingNotes.module.css";

const recognized = "";

/** Selects the encoding in which a text file is read. The server reads it again. */
export function EncodingField({ file }: { file: FileRecord }) {
  const cache = useQueryClient();
  const change = useMutation({
    mutationFn: (value: string) =>
      call(setFileEncoding, { key: file.id, encoding: isTextEncoding(value) ? value : null }),
    onSuccess: (record) => cache.setQueryData(fileKeys.one(file.id), record),
    onError: notifyFailure,
  });
  const choices = [
    { value: recognized, label: t`Recognize it` },
    ...textEncodings.map((encoding) => ({ value: encoding, label: encoding })),
  ];
  return (
    <SelectField
      className={classes.field}
      label={t`Encoding`}
      value={file.encoding ?? recognized}
      choices={choices}
      disabled={change.isPending}
      onChange={(value) => change.mutate(value)}
    />
  );
}
