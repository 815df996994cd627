import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { createGroup } from "../testing/createGroup.ts";
import { emailListingQuery } from "./emailListing.ts";
import { emailsQuery } from "./emailsQuery.ts";
import { PeopleInput } from "./PeopleInput.tsx";

function render(entries: readonly string[], cache = new QueryClient()): string {
  return renderToString(
    <QueryClientProvider client={cache}>
      <MantineProvider>
        <PeopleInput
          draft={{ entries, text: "" }}
          onChange={() => {}}
          groups={[createGroup()]}
          ownEmail="ada@example.org"
          label="Add members"
        />
      </MantineProvider>
    </QueryClientProvider>,
  ).replaceAll("<!-- -->", "");
}

test("[G2.09] the field is a combobox, and its hint explains commas and groups", () => {
  const html = render([]);
  expect(html).toMatch(/<input[^>]* role="combobox"/);
  expect(html).toContain("Separate people with commas. Type # and a group’s name to add its members.");
});

test("an entry that cannot be used stays visible, is explained and can be corrected", () => {
  const html = render(["bob@example.org", "carol"]);
  expect(html).toMatch(
    /role="alert"[^>]*><li><strong>carol<\/strong>: Enter an e-mail address, a program’s system ID, or # and a group’s name\./,
  );
  expect(html).toContain('aria-label="Correct carol"');
  expect(html.indexOf('data-entry="carol"')).toBeLessThan(html.indexOf('data-entry="bob@example.org"'));
});

test("people whom the directory does not list are marked, and a group shows how many members it has", () => {
  const cache = new QueryClient();
  cache.setQueryData(emailsQuery("b").queryKey, ["bob@example.org"]);
  // That nobody is suggested does not say that nobody has signed in: the institution may show only some people.
  cache.setQueryData(emailsQuery("hid").queryKey, []);
  const listings = { "new@example.org": false, "hidden@example.org": null, "dora@example.org": true };
  for (const [email, isListed] of Object.entries(listings))
    cache.setQueryData(emailListingQuery(email).queryKey, isListed);
  const html = render(["bob@example.org", ...Object.keys(listings), "unknown@example.org", "#Physics"], cache);
  const marked = html.split("data-entry=").filter((entry) => entry.includes(">Has not signed in yet<"));
  expect(marked.map((entry) => entry.slice(0, 17))).toEqual(['"new@example.org"']);
  const entries = html.split("data-entry=");
  expect(entries.at(-1)).toContain("2 members");
});
