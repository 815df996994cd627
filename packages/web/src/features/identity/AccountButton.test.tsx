import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { AccountButton } from "./AccountButton.tsx";

test("[A2.12] the account has the name derived from the email address, not the name that the provider gives", () => {
  const user = {
    id: "u1",
    email: "maximiliana.featherstonehaugh.smythe@uni.example",
    name: "Max Smith",
    isAdmin: false,
  };
  const html = renderToStaticMarkup(
    <MantineProvider>
      <AccountButton user={user} />
    </MantineProvider>,
  );
  const texts = html.slice(html.indexOf("<button")).match(/(?<=>)[^<>]+(?=<)/g);
  expect(texts).toEqual(["M", "Maximiliana Featherstonehaug", "maximiliana.featherstonehaugh.smythe@uni.example"]);
});
