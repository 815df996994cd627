import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { renderInWorkspace } from "../../testing/renderApp.tsx";
import { AssistantIcon } from "./AssistantIcon.tsx";

test.each([
  ["a letter with many marks", `a${"\u0301\u0323".repeat(15)}`],
  ["a very wide sign", "\u{12219}"],
])("%s takes no more space than an icon has, and is not painted beside it", async (_, icon) => {
  await renderInWorkspace(
    <div style={{ display: "flex", alignItems: "center" }}>
      <AssistantIcon icon={icon} size={20} />
      <span>Tutor</span>
    </div>,
  );
  const name = page.getByText("Tutor").element();
  const box = name.previousElementSibling;
  if (!box) throw new Error("there is no icon");
  expect(box.textContent).toBe(icon);
  expect(getComputedStyle(box).overflow).toBe("hidden");
  const { left } = name.getBoundingClientRect();
  expect(left - (name.parentElement?.getBoundingClientRect().left ?? 0)).toBe(20);
});
