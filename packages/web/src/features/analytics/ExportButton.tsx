import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { notifyFailure } from "../../ui/notices/notify.tsx";
import { saveFile } from "../../ui/saveFile.ts";
import { toDay } from "./filter/analysisFilter.ts";
import { formatCsv } from "./formatCsv.ts";

interface ExportButtonProps {
  /** The first part of the file's name. */
  fileName: string;
  isDisabled: boolean;
  loadRows: () => Promise<(string | number | null)[][]>;
}

/** Saves what is shown as a CSV file. */
export function ExportButton({ fileName, isDisabled, loadRows }: ExportButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: loadRows,
    networkMode: "always",
    onSuccess: (rows) =>
      saveFile(new Blob([formatCsv(rows)], { type: "text/csv;charset=utf-8" }), `${fileName}-${toDay(Date.now())}.csv`),
    onError: notifyFailure,
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
      disabled={isDisabled}
      loading={isPending}
      onClick={() => mutate()}
    >
      {t`Export as CSV`}
    </Button>
  );
}
