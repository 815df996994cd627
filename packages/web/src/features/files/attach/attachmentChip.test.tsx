import { MantineProvider } from "@mantine/core";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { createSourceAttachment } from "../../../entities/files/upload/attachment.ts";
import { AttachmentChip } from "./AttachmentChip.tsx";

/** Returns the name that the chip of a document shows. */
function readShownName(name: string): string | undefined {
  const attachment = createSourceAttachment({ id: "obj://a", name });
  const html = renderToString(
    <MantineProvider>
      <AttachmentChip attachment={attachment} onRemove={() => {}} onRetry={() => {}} />
    </MantineProvider>,
  );
  return /<span aria-hidden="true">([^<]*)</.exec(html)?.[1];
}

test("[C9.03a] the name in an upload chip is cut at 12 characters", () => {
  expect(readShownName("twelve_c.pdf")).toBe("twelve_c.pdf");
  expect(readShownName("thirteen_.pdf")).toBe("thirteen_.p…");
});
