import http from "node:http";

export interface TimedRead {
  /** Arrival times of the stream's events in ms of `performance.now()`, by event id. */
  at: Map<number, number>;
  /** Length of the response; the scripted answers are ASCII, so each character is one byte. */
  bytes: number;
}

export interface TimedRequest {
  url: string;
  accessToken: string;
  /** The body of a POST request. If absent, the run is followed with GET. */
  body?: unknown;
}

/**
 * Reads a chat stream to its end. Calls `onFirstEvent` at the first event. Throws if it breaks off or its status is not 200.
 */
export function readTimedStream(
  { url, accessToken, body }: TimedRequest,
  onFirstEvent?: () => void,
): Promise<TimedRead> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${accessToken}`, "content-type": "application/json" };
    const method = body === undefined ? "GET" : "POST";
    const request = http.request(url, { method, headers, agent: false }, (response) => {
      const timedRead: TimedRead = { at: new Map(), bytes: 0 };
      let tail = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => {
        const now = performance.now();
        timedRead.bytes += part.length;
        const text = tail + part;
        for (const [, id] of text.matchAll(/^id: (\d+)\n/gm)) {
          if (timedRead.at.size === 0) onFirstEvent?.();
          if (!timedRead.at.has(Number(id))) timedRead.at.set(Number(id), now);
        }
        // Keep an incomplete line for the next chunk.
        tail = text.slice(text.lastIndexOf("\n") + 1);
      });
      response.on("end", () => {
        if (response.statusCode === 200) resolve(timedRead);
        else reject(new Error(`${method} ${url} answered ${response.statusCode}`));
      });
      response.on("error", reject);
    });
    request.on("error", reject);
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
