import type { FileRecord } from "@lectern/contract";
import { MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import { prerender } from "react-dom/static";
import { expect, test, vi } from "vitest";

async function render(children: ReactNode): Promise<string> {
  const { prelude } = await prerender(<MantineProvider>{children}</MantineProvider>);
  return new Response(prelude).text();
}

test("[C9.23] [G9.12] the dates in Your Files and in the picker are formatted as in en-US, whatever the browser's language is", async () => {
  const { DateTimeFormat } = Intl;
  vi.spyOn(Intl, "DateTimeFormat").mockImplementation(function (this: unknown, locale, options) {
    return new DateTimeFormat(locale ?? "de-DE", options);
  } as typeof DateTimeFormat);
  vi.spyOn(Date.prototype, "toLocaleString").mockImplementation(function (this: Date, locale, options) {
    return new DateTimeFormat(locale ?? "de-DE", options).format(this);
  });
  const [{ FileRow }, { FileTableRow }] = await Promise.all([
    import("./page/FileRow.tsx"),
    import("./picker/FileTableRow.tsx"),
  ]);
  const file: FileRecord = {
    id: "u1/a.txt",
    name: "a.txt",
    type: "text/plain",
    size: 5,
    createdAt: "2026-11-21T09:41:00",
    state: "ready",
    tags: [],
  } as never;
  const row = await render(
    <FileRow
      file={file}
      actions={{} as never}
      isSelected={false}
      onSelect={() => {}}
      onOpen={() => {}}
      onDelete={() => {}}
      onAsk={null}
    />,
  );
  expect(row).toMatch(/title="Nov 21, 2026, 9:41\sAM"[^>]*>Nov 21, 2026</);
  const choice = await render(
    <table>
      <tbody>
        <FileTableRow
          record={file}
          index={0}
          isChosen={false}
          isTabStop
          problem={null}
          typeText=""
          isCompact={false}
          onToggle={() => {}}
        />
      </tbody>
    </table>,
  );
  expect(choice).toContain("<td>Nov 21, 2026</td>");
});
