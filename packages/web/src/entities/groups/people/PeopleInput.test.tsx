import type { Group } from "@lectern/contract";
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { createGroup } from "../testing/createGroup.ts";
import { emailListingQuery } from "./emailListing.ts";
import { emailsQuery } from "./emailsQuery.ts";
import { PeopleInput } from "./PeopleInput.tsx";

function render(entries: readonly string[], cache = new QueryClient(), wholeGroups?: readonly Group[]): string {
  return renderToString(
    <QueryClientProvider client={cache}>
      <MantineProvider>
        <PeopleInput
          draft={{ entries, text: "" }}
          onChange={() => {}}
          groups={[createGroup()]}
          wholeGroups={wholeGroups}
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
  expect(html).toContain("Separate addresses with commas. Choose a group to add its members.");
});

test("an entry that cannot be used stays visible, is explained and can be corrected", () => {
  const html = render(["bob@example.org", "carol"]);
  expect(html).toMatch(
    /role="alert"[^>]*><li><strong>carol<\/strong>: Enter an email address, a program’s system ID, or # and a group’s name\./,
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
  const marked = html.split("data-entry=").filter((entry) => entry.includes(">Hasn’t signed in yet<"));
  expect(marked.map((entry) => entry.slice(0, 17))).toEqual(['"new@example.org"']);
  const entries = html.split("data-entry=");
  expect(entries.at(-1)).toContain("2 current members");
});

test("a whole group says so, and that its future members are included; the members of one do not", () => {
  const note = "A group’s current and future members get access.";
  const html = render(["Physics_1"], undefined, [createGroup()]);
  expect(html).toContain(">Group<");
  expect(html).toContain(note);
  expect(html).not.toContain("Entries to correct");
  const membersHtml = render(["#Physics"], undefined, [createGroup()]);
  expect(membersHtml).toContain(">2 current members<");
  expect(membersHtml).not.toContain(note);
  expect(render(["Physics"])).toContain("Entries to correct");
});
