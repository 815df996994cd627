import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { type Answer, applyChatEvent, type ChatRequestInput, emptyAnswer } from "@lectern/contract";
import { drainRuns } from "../modules/chat/drainRuns.ts";
import { listAvailableModels, seedModels } from "../modules/models/service.ts";
import { createTestApp, type TestApp, type TestAppOptions, type TestPerson } from "./createTestApp.ts";
import { type ModelServer, startModelServer } from "./modelServer/startModelServer.ts";

/** A chat response that was read to its end. */
interface CompletedChatResponse {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** The whole body. */
  text: string;
  /** The frames that have an id, in the form `id: …\ndata: …`. */
  frames: string[];
  answer: Answer;
}

export interface ChatServer extends TestApp {
  models: ModelServer;
  origin: string;
  ann: TestPerson;
  /** Id of the scripted model in the catalogue. */
  modelId: string;
  /** Builds a request with the question `content`; `more` overrides the request's fields. */
  ask(content: string, more?: Partial<ChatRequestInput>): ChatRequestInput;
  /** Posts a body to `/chat` and resolves once the response's headers have arrived. */
  post(body: unknown, options?: SendOptions): Promise<http.IncomingMessage>;
  follow(requestId: string, options?: SendOptions): Promise<http.IncomingMessage>;
  /** Resolves once every run, its usage and its title are stored. */
  settled(): Promise<void>;
}

interface SendOptions {
  person?: TestPerson;
  headers?: Record<string, string>;
}

interface ChatServerOptions extends TestAppOptions {
  /** The model server that another server in the same test has started and will close. */
  models?: ModelServer;
}

/** Starts the real server on a port, with a scripted model server, and signs in a person. */
export async function startChatServer(options: ChatServerOptions = {}): Promise<ChatServer> {
  const models = options.models ?? (await startModelServer());
  const environment = { OPENAI_COMPATIBLE_URL: models.url, ...options.environment };
  const testApp = await createTestApp({ ...options, environment });
  await seedModels(testApp.platform);
  await testApp.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = testApp.app.server.address() as AddressInfo; // a listening TCP server has an address object
  const origin = `http://127.0.0.1:${port}`;
  const ann = await testApp.signIn("ann@example.org");
  const { models: usableModels } = await listAvailableModels(testApp.platform, ann.actor);
  const modelId = usableModels.find(({ id, name }) => `${id} ${name}`.includes("scripted-large"))?.id;
  if (modelId === undefined) throw new Error("the scripted model is not in the catalogue");

  const buildHeaders = ({ person = ann, headers = {} }: SendOptions) => ({
    authorization: `Bearer ${person.token}`,
    ...headers,
  });
  return {
    ...testApp,
    models,
    origin,
    ann,
    modelId,
    ask: (content, more = {}) => ({ model: modelId, messages: [{ role: "user", content }], ...more }),
    post: (body, options = {}) =>
      send(
        `${origin}/chat`,
        { method: "POST", headers: { "content-type": "application/json", ...buildHeaders(options) } },
        body,
      ),
    follow: (requestId, options = {}) =>
      send(`${origin}/chat/${requestId}`, { method: "GET", headers: buildHeaders(options) }),
    settled: () => testApp.platform.runLog.whenIdle(),
    async close() {
      models.resume();
      await drainRuns(testApp.platform, 0);
      await testApp.close();
      if (!options.models) await models.close();
    },
  };
}

function send(url: string, options: http.RequestOptions, body?: unknown): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { ...options, agent: false }, resolve);
    request.once("error", reject);
    request.end(typeof body === "string" || body === undefined ? body : JSON.stringify(body));
  });
}

/** Reads a response to its end. */
export async function readStream(response: http.IncomingMessage): Promise<CompletedChatResponse> {
  let text = "";
  response.setEncoding("utf8");
  for await (const part of response) text += part;
  const frames = text.split("\n\n").filter((frame) => frame.startsWith("id: "));
  const events = frames.map((frame): unknown => JSON.parse(frame.slice(frame.indexOf("data: ") + 6)));
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text,
    frames,
    answer: events.reduce<Answer>(applyChatEvent, emptyAnswer),
  };
}

/** Reads until `count` events with an id have arrived, then disconnects. Returns the text read so far. */
export async function readEvents(response: http.IncomingMessage, count: number): Promise<string> {
  let text = "";
  response.setEncoding("utf8");
  while ((text.match(/^id: /gm) ?? []).length < count) {
    const [part] = await once(response, "data");
    text += String(part);
  }
  response.destroy();
  return text;
}
