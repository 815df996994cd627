import type { FileRecord } from "@lectern/contract";
import { MantineProvider } from "@mantine/core";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { FileStateLine } from "./FileStateLine.tsx";

const draw = (changes: Partial<FileRecord>) =>
  renderToString(
    <MantineProvider>
      <FileStateLine
        file={{ name: "a.txt", state: "ready", progress: 100, reason: null, canRetry: false, ...changes } as never}
        onRetry={() => Promise.resolve()}
      />
    </MantineProvider>,
  );

test("a file that is ready says only if search finds it by its words alone, and why", () => {
  expect(draw({})).not.toContain("<p");
  expect(draw({ embeddingProblem: "terminated" })).toContain(
    "Search finds this by its words only. An administrator has stopped its preparation for search by meaning.",
  );
  expect(draw({ embeddingProblem: "failed" })).toContain(
    "Search finds this by its words only. Its preparation for search by meaning has failed.",
  );
});
