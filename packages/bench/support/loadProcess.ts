import { Agent, type IncomingMessage, request } from "node:http";
import { setTimeout } from "node:timers/promises";
import { buildChatRequest, type ChatTarget, findProblem, hasToken, type ScriptedAnswer } from "./chatTarget.ts";

/**
 * A load that the clients generate. The clients run in a process of their own, so that their CPU time is not counted as
 * the server's.
 */
export interface LoadOrder {
  target: ChatTarget;
  answer: ScriptedAnswer;
  /** Number of concurrent streams. */
  streamCount: number;
  /** True to use connections that earlier streams have left open, as a browser does. By default, each stream opens one. */
  keepAlive?: boolean;
}

export interface StreamResult {
  /** Time from the start of the request to the first token; NaN if none arrived. */
  firstTokenMs: number;
  /** Time from the start of the request to the end of the response. */
  totalMs: number;
  bytes: number;
  /** How the answer differs from the scripted one; null if it is identical. */
  problem: string | null;
}

export interface LoadResult {
  streams: StreamResult[];
  /** CPU time of this process. If it gets close to `elapsedMs`, the clients are the bottleneck. */
  clientCpuMs: number;
  elapsedMs: number;
}

interface RawStream {
  startedAt: number;
  firstAt: number;
  endedAt: number;
  status: number;
  chunks: Buffer[];
  failure: string | null;
}

const unlimited = { maxSockets: Number.POSITIVE_INFINITY, maxFreeSockets: Number.POSITIVE_INFINITY };
const newConnections = new Agent({ ...unlimited, keepAlive: false });
const openConnections = new Agent({ ...unlimited, keepAlive: true });

async function runStreams({ target, answer, streamCount, keepAlive = false }: LoadOrder): Promise<LoadResult> {
  const agent = keepAlive ? openConnections : newConnections;
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  const rawStreams = await Promise.all(
    Array.from({ length: streamCount }, (_, number) =>
      readStream(buildChatRequest(target, answer, number), target, agent),
    ),
  );
  const elapsedMs = performance.now() - startedAt;
  const cpuUsage = process.cpuUsage(cpu);
  // Evaluate the answers only now, because any work during the streams would delay other streams.
  return {
    streams: rawStreams.map((stream) => toStreamResult(target, answer, stream)),
    clientCpuMs: (cpuUsage.user + cpuUsage.system) / 1000,
    elapsedMs,
  };
}

function readStream(
  { url, headers, body }: ReturnType<typeof buildChatRequest>,
  target: ChatTarget,
  agent: Agent,
): Promise<RawStream> {
  const stream: RawStream = {
    startedAt: performance.now(),
    firstAt: Number.NaN,
    endedAt: Number.NaN,
    status: 0,
    chunks: [],
    failure: null,
  };
  return new Promise((resolve) => {
    const end = (failure: string | null) => {
      stream.endedAt = performance.now();
      stream.failure = failure;
      resolve(stream);
    };
    const onData = (chunk: Buffer) => {
      stream.chunks.push(chunk);
      if (Number.isNaN(stream.firstAt) && hasToken(target, chunk.toString("latin1"))) {
        stream.firstAt = performance.now();
      }
    };
    const send = (connections: Agent) => {
      const clientRequest = request(url, {
        method: "POST",
        agent: connections,
        headers: { "content-type": "application/json", "content-length": Buffer.byteLength(body), ...headers },
      });
      clientRequest.once("response", (response: IncomingMessage) => {
        stream.status = response.statusCode ?? 0;
        response.on("data", onData);
        response.once("end", () => end(null));
        response.once("error", (error) => end(error.message));
      });
      clientRequest.once("error", (error) => {
        // The server has closed an idle connection in the same moment, as browsers also have to expect.
        if (clientRequest.reusedSocket && stream.status === 0) send(newConnections);
        else end(error.message);
      });
      clientRequest.end(body);
    };
    send(agent);
  });
}

function toStreamResult(target: ChatTarget, answer: ScriptedAnswer, stream: RawStream): StreamResult {
  const bytes = Buffer.concat(stream.chunks);
  const responseText = bytes.toString("utf8");
  const problem =
    stream.failure ??
    (stream.status === 200
      ? findProblem(target, responseText, answer)
      : `status ${stream.status}: ${responseText.slice(0, 200)}`);
  return {
    firstTokenMs: stream.firstAt - stream.startedAt,
    totalMs: stream.endedAt - stream.startedAt,
    bytes: bytes.length,
    problem,
  };
}

process.on("message", (order: LoadOrder) => {
  runStreams(order).then(
    (result) => process.send?.(result),
    async (error: unknown) => {
      console.error("the clients failed:", error);
      await setTimeout(10);
      process.exit(1);
    },
  );
});
process.on("disconnect", () => process.exit());
