import * as z from "zod/mini";

interface Part {
  mimeType: string;
  filename: string;
  headers: { name: string; value: string }[];
  /** Base64url. The bytes of attachments are elsewhere. */
  body: { data: string };
  parts: Part[];
}

const Part: z.ZodMiniType<Part> = z.lazy(() =>
  z.object({
    mimeType: z._default(z.string(), ""),
    filename: z._default(z.string(), ""),
    headers: z._default(z.array(z.object({ name: z.string(), value: z.string() })), []),
    body: z.prefault(z.object({ data: z._default(z.string(), "") }), {}),
    parts: z._default(z.array(Part), []),
  }),
);

const Message = z.object({ snippet: z._default(z.string(), ""), payload: Part });

const Thread = z.object({ messages: z._default(z.array(Message), []) });

const shownHeaders = ["From", "To", "Cc", "Date", "Subject"];

/** Returns the messages of a thread, the oldest first. Throws for anything else. Pure. */
export const readGmailThread = (response: unknown): string =>
  z.parse(Thread, response).messages.map(formatMessage).join("\n\n---\n\n");

function formatMessage({ snippet, payload }: z.infer<typeof Message>): string {
  const parts = listParts(payload);
  const attachments = parts.map(({ filename }) => filename).filter((name) => name !== "");
  const lines = [
    ...shownHeaders.flatMap((shown) =>
      payload.headers
        .filter(({ name }) => name.toLowerCase() === shown.toLowerCase())
        .map(({ value }) => `${shown}: ${value}`),
    ),
    ...(attachments.length > 0 ? [`Attachments: ${attachments.join(", ")}`] : []),
  ];
  const text = readText(parts, "text/plain") || stripTags(readText(parts, "text/html")) || snippet;
  return `${lines.join("\n")}\n\n${text.trim()}`;
}

const listParts = (part: Part): Part[] => [part, ...part.parts.flatMap(listParts)];

const readText = (parts: readonly Part[], mimeType: string): string =>
  parts
    .filter((part) => part.mimeType === mimeType && part.filename === "")
    .map(({ body }) => Buffer.from(body.data, "base64url").toString("utf8"))
    .join("\n");

/** For a model to read, so odd markup that remains does no harm. Takes linear time, because anybody can send an email. */
function stripTags(html: string): string {
  const [text = "", ...styled] = html.split(/<(?:style|script)\b/i);
  const rest = styled.map((piece) => {
    const end = /<\/(?:style|script)\s*>/i.exec(piece);
    return end ? piece.slice(end.index + end[0].length) : "";
  });
  return [text, ...rest]
    .join("")
    .replace(/<[^<>]*>/g, " ")
    .replace(/[^\S\n]+/g, " ");
}
