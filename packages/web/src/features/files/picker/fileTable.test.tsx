import { MantineProvider } from "@mantine/core";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import type { FileQuery } from "../../../entities/files/useFileQuery.ts";
import { FileTable } from "./FileTable.tsx";

const ignore = () => {};

test("[C8.17] the table says if its next files could not be loaded, and offers a retry", () => {
  const draw = (error: Error | null) => {
    const files = { items: [{ id: "u1/a.txt", name: "a.txt" }], error, loadMore: ignore, retry: ignore };
    return renderToString(
      <MantineProvider>
        <FileTable
          files={files as unknown as FileQuery} // the fields that this test needs
          filters={{}}
          sorting={{ sortIndex: "createdAt", forwardScan: false }}
          chosenAttachments={new Map()}
          acceptsImages
          onSort={ignore}
          onToggle={ignore}
        />
      </MantineProvider>,
    );
  };
  expect(draw(null)).not.toContain('role="alert"');
  const html = draw(new Error("The disk is full."));
  expect(html.slice(html.indexOf('role="alert"'))).toMatch(/>Error loading data<.*>Try again</);
});
