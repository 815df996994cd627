import { type BuiltInOperation, pageToken, required } from "../builtInOperation.ts";
import { readGmailThread } from "./readGmailThread.ts";

const integration = "google_gmail";
const threads = "/gmail/v1/users/me/threads";

/**
 * A search for messages would find nothing but ids, so these operations use threads:
 * https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.threads
 */
export const gmailOperations: readonly BuiltInOperation[] = [
  {
    id: "google_gmail_search_messages",
    integration,
    description:
      "Finds email threads in the person’s Gmail, the newest first, with the beginning of a message of each.",
    method: "GET",
    path: `${threads}?q=\${query}&maxResults=20&pageToken=\${pageToken}&fields=nextPageToken,threads(id,snippet)`,
    params: [required("query", "As in Gmail’s search field, such as: from:ada@example.org newer_than:7d"), pageToken],
  },
  {
    id: "google_gmail_read_messages",
    integration,
    description: "Reads the messages of an email thread in the person’s Gmail.",
    method: "GET",
    path: `${threads}/\${threadId}?format=full&fields=messages(snippet,payload)`,
    params: [required("threadId", "The id of a thread that a search has found.")],
    toText: readGmailThread,
  },
];
