import http from "node:http";
import { BrowserEvent, browserEventsPath, clientHeader, eventsPersonHeader } from "@lectern/contract";
import { sessionCookieName } from "../modules/identity/service.ts";
import type { TestPerson } from "./createTestApp.ts";

/** A stream of events as a browser reads it. */
export interface TestEventStream {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** The events received so far, without `opened`. */
  events: BrowserEvent[];
  /** The body received so far. */
  text: string;
  /** The last id received. */
  lastEventId: string;
  /** True once the connection has been closed, by whichever side. */
  isClosed: boolean;
  close(): void;
}

/**
 * Opens a person's stream of events on a server that listens at `origin`. `expectedPersonId`: whose events the page
 * expects.
 */
export function openBrowserEvents(
  origin: string,
  { cookie }: Pick<TestPerson, "cookie">,
  lastEventId: string | null = null,
  expectedPersonId = "",
): Promise<TestEventStream> {
  const headers = {
    cookie: `${sessionCookieName}=${cookie}`,
    [clientHeader.name]: clientHeader.value,
    ...(lastEventId === null ? {} : { "last-event-id": lastEventId }),
    ...(expectedPersonId === "" ? {} : { [eventsPersonHeader]: expectedPersonId }),
  };
  return new Promise((resolve, reject) => {
    const request = http.request(`${origin}${browserEventsPath}`, { headers, agent: false }, (response) => {
      const stream: TestEventStream = {
        status: response.statusCode ?? 0,
        headers: response.headers,
        events: [],
        text: "",
        lastEventId: lastEventId ?? "",
        isClosed: false,
        close: () => request.destroy(),
      };
      let rest = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        stream.text += part;
        const frames = (rest + part).split("\n\n");
        rest = frames.pop() ?? "";
        for (const frame of frames) {
          stream.lastEventId = /^id: (.*)$/m.exec(frame)?.[1] ?? stream.lastEventId;
          const data = /^data: (.*)$/m.exec(frame)?.[1];
          if (data === undefined) continue;
          const event = BrowserEvent.parse(JSON.parse(data));
          if (event.type !== "opened") stream.events.push(event);
        }
      });
      response.once("close", () => {
        stream.isClosed = true;
      });
      response.once("error", () => undefined);
      resolve(stream);
    });
    request.once("error", reject);
    request.end();
  });
}
