import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SignOutButton } from "./SignOutButton.tsx";

test("[A2.12] the sign-out button has the name derived from the e-mail address, not the name that the provider gives", () => {
  const user = {
    id: "u1",
    email: "maximiliana.featherstonehaugh.smythe@uni.example",
    name: "Max Smith",
    isAdmin: false,
  };
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider>
        <SignOutButton user={user} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  const texts = html.slice(html.indexOf("<button")).match(/(?<=>)[^<>]+(?=<)/g);
  expect(texts).toEqual(["M", "Maximiliana Featherstonehaug", "Sign out"]);
});
