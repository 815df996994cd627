import type { ConvertFormat } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconFileTypeDocx, IconFileTypePpt } from "@tabler/icons-react";
import { useEffect, useRef } from "react";

interface FormatButtonsProps {
  /** The formats for which there are templates. */
  formats: readonly ConvertFormat[];
  isDisabled: boolean;
  /** The format whose button gets the focus when it appears; null if none does. */
  focusedFormat: ConvertFormat | null;
  onDownload: (format: ConvertFormat) => void;
}

/** The buttons that start a download. Word is the last and most prominent one, because most documents are texts. */
export function FormatButtons({ formats, isDisabled, focusedFormat, onDownload }: FormatButtonsProps) {
  const focusedRef = useRef<HTMLButtonElement>(null);
  useEffect(() => focusedRef.current?.focus(), []);
  // The attribute is for the dialog, which moves the focus when it has opened.
  const getFocusProps = (format: ConvertFormat) =>
    format === focusedFormat ? { ref: focusedRef, "data-autofocus": true } : {};
  return (
    <>
      {formats.includes("pptx") && (
        <Button
          {...getFocusProps("pptx")}
          variant="default"
          leftSection={<IconFileTypePpt size={18} stroke={1.6} aria-hidden />}
          aria-label={t`Download as PowerPoint`}
          disabled={isDisabled}
          onClick={() => onDownload("pptx")}
        >
          {t`PowerPoint`}
        </Button>
      )}
      <Button
        {...getFocusProps("docx")}
        leftSection={<IconFileTypeDocx size={18} stroke={1.6} aria-hidden />}
        aria-label={t`Download as Word`}
        disabled={isDisabled}
        onClick={() => onDownload("docx")}
      >
        {t`Word`}
      </Button>
    </>
  );
}
