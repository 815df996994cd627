import { MantineProvider } from "@mantine/core";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { useIsPrinting } from "./useIsPrinting.ts";
import { useSchemeOnScreen } from "./useSchemeOnScreen.ts";

test("pictures stay in the colours on screen while the page is printed in light ones, and follow a change of the theme", async () => {
  const { rerender } = await render(<Page scheme="dark" />);
  await expect.element(page.getByText("drawn dark")).toBeVisible();
  dispatchEvent(new Event("beforeprint"));
  expect(document.documentElement.dataset.mantineColorScheme).toBe("light");
  expect(page.getByText("drawn dark").elements()).toHaveLength(1);
  dispatchEvent(new Event("afterprint"));
  await expect.element(page.getByText("drawn dark")).toBeVisible();
  await rerender(<Page scheme="light" />);
  await expect.element(page.getByText("drawn light")).toBeVisible();
});

function Page({ scheme }: { scheme: "light" | "dark" }) {
  const isPrinting = useIsPrinting();
  return (
    <MantineProvider forceColorScheme={isPrinting ? "light" : scheme}>
      <Probe />
    </MantineProvider>
  );
}

const Probe = () => <p>drawn {useSchemeOnScreen()}</p>;
