import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { notifyFailure } from "../notices/notify.tsx";
import { saveFile } from "../saveFile.ts";
import { formatCsv } from "./formatCsv.ts";

interface ExportButtonProps {
  /** Default: "Export as CSV". */
  label?: string;
  /** The first part of the file's name. */
  fileName: string;
  isDisabled: boolean;
  loadRows: () => Promise<(string | number | null)[][]>;
}

/** Saves rows as a CSV file, whose name ends with the day in UTC. */
export function ExportButton({ label = t`Export as CSV`, fileName, isDisabled, loadRows }: ExportButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: loadRows,
    networkMode: "always",
    onSuccess: (rows) =>
      saveFile(
        new Blob([formatCsv(rows)], { type: "text/csv;charset=utf-8" }),
        `${fileName}-${new Date().toISOString().slice(0, 10)}.csv`,
      ),
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
      {label}
    </Button>
  );
}
