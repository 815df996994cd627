import http from "node:http";

/** When each event of a stream arrived, by its sequence; ms of `performance.now()`. */
export interface TimedReading {
  at: Map<number, number>;
  bytes: number;
}

export interface TimedRequest {
  url: string;
  accessToken: string;
  /** Posted; absent: the run is followed. */
  body?: unknown;
}

/** Reads a chat stream to its end. `onFirst`: called when its first event is there. Throws when it was cut. */
export function readTimed({ url, accessToken, body }: TimedRequest, onFirst?: () => void): Promise<TimedReading> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${accessToken}`, "content-type": "application/json" };
    const method = body === undefined ? "GET" : "POST";
    const request = http.request(url, { method, headers, agent: false }, (response) => {
      const reading: TimedReading = { at: new Map(), bytes: 0 };
      let tail = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => {
        const now = performance.now();
        reading.bytes += part.length;
        const text = tail + part;
        for (const [, id] of text.matchAll(/^id: (\d+)\n/gm)) {
          if (reading.at.size === 0) onFirst?.();
          if (!reading.at.has(Number(id))) reading.at.set(Number(id), now);
        }
        // A line that is not whole yet is looked at again.
        tail = text.slice(text.lastIndexOf("\n") + 1);
      });
      response.on("end", () => {
        if (response.statusCode === 200) resolve(reading);
        else reject(new Error(`${method} ${url} answered ${response.statusCode}`));
      });
      response.on("error", reject);
    });
    request.on("error", reject);
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
