import { MantineProvider } from "@mantine/core";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { RoleSelect } from "./RoleSelect.tsx";

test("the choice of what people can do says that editors can delete the assistant", () => {
  const html = renderToString(
    <MantineProvider>
      <RoleSelect label="What they can do" value="write" onChange={() => {}} />
    </MantineProvider>,
  );
  const choices = ["Can chat", "Can chat and view its setup", "Can edit and delete"];
  for (const choice of choices) expect(html).toContain(`>${choice}<`);
});
