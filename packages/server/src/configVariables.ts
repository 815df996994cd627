import { isIP } from "node:net";
import * as z from "zod/mini";

/** One environment variable: what it must be, and what the documentation says of it. */
interface Variable<S extends z.ZodMiniType> {
  schema: S;
  about: string;
  /** As the documentation shows it, where the schema's own default says too little. */
  byDefault?: string;
  /** Never printed, and never in a log. */
  secret?: true;
}

const variable = <S extends z.ZodMiniType>(
  schema: S,
  about: string,
  more: Omit<Variable<S>, "schema" | "about"> = {},
) => ({ schema, about, ...more }) satisfies Variable<S>;

const portProblem = "must be a number from 0 to 65535";

const word = z.string().check(z.trim(), z.minLength(1, { error: "must not be empty" }));
const httpUrl = z.string().check(
  z.trim(),
  z.refine((value) => isHttpUrl(value), { error: "must be an address that begins with http:// or https://" }),
);
const email = z.string().check(z.trim(), z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, { error: "must be an e-mail address" }));
const list = <S extends z.ZodMiniType<unknown, string>>(item: S) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((value) =>
        value
          .split(",")
          .map((part) => part.trim())
          .filter((part) => part !== ""),
      ),
    ),
    z.array(item),
  );
const dollars = z.string().check(
  z.trim(),
  z.refine((value) => /^\d{1,9}(\.\d{1,9})?$/.test(value) && Number(value) > 0, {
    error: "must be an amount of US dollars greater than 0, as in 2.50",
  }),
);

/** `model=input/output[/cached]`; the model's name may hold `=` and `/` itself. */
const modelPrice = z.pipe(
  z.string().check(
    z.regex(/^.+=\d{1,6}(\.\d{1,6})?(\/\d{1,6}(\.\d{1,6})?){1,2}$/, {
      error: "must be prices such as llama3.3:70b=0.40/0.80, in US dollars for a million tokens",
    }),
  ),
  z.transform((given): ModelPrice => {
    const cut = given.lastIndexOf("=");
    const [input = 0, output = 0, cached = null] = given
      .slice(cut + 1)
      .split("/")
      .map(Number);
    return { model: given.slice(0, cut).trim(), input, output, cached };
  }),
);

const countProblem = "must be a whole number greater than 0";
const count = z.coerce
  .number({ error: countProblem })
  .check(z.int({ error: countProblem }), z.minimum(1, { error: countProblem }));
const megabytesProblem = "must be a number of megabytes from 1 to 100000000";
const megabytes = z.coerce
  .number({ error: megabytesProblem })
  .check(
    z.int({ error: megabytesProblem }),
    z.minimum(1, { error: megabytesProblem }),
    z.maximum(100_000_000, { error: megabytesProblem }),
  );
const secondsProblem = "must be a number of seconds from 0 to 3600";
const seconds = z.coerce
  .number({ error: secondsProblem })
  .check(z.minimum(0, { error: secondsProblem }), z.maximum(3_600, { error: secondsProblem }));
const memoryProblem = "must be a number of MB from 256 to 65536";
const network = z
  .string()
  .check(
    z.refine((value) => isNetwork(value), { error: "must be addresses or networks, as in 10.0.0.5 or 10.0.0.0/8" }),
  );

/** Every environment variable that Lectern reads. The table in README.md and `.env.example` are made from it. */
export const variables = {
  HOST: variable(z.optional(word), "Address to listen on.", { byDefault: "`127.0.0.1` and `::1`" }),
  PORT: variable(
    z._default(
      z.coerce
        .number({ error: portProblem })
        .check(
          z.int({ error: portProblem }),
          z.minimum(0, { error: portProblem }),
          z.maximum(65_535, { error: portProblem }),
        ),
      3000,
    ),
    "Port to listen on.",
    { byDefault: "`3000`" },
  ),
  PUBLIC_URL: variable(
    z.optional(httpUrl),
    "The address people open, where it differs, as behind a proxy. Required with `HOST` beyond this machine. Only its origin is used.",
    {
      byDefault: "`http://localhost:{PORT}`",
    },
  ),
  DATA_DIR: variable(z._default(word, "data"), "Folder of the embedded database, the generated secret and files.", {
    byDefault: "`data`",
  }),
  DATABASE_URL: variable(
    z.optional(
      z
        .string()
        .check(z.trim(), z.regex(/^postgres(ql)?:\/\//, { error: "must begin with postgres:// or postgresql://" })),
    ),
    "PostgreSQL server to use instead of the embedded database.",
    { byDefault: "the embedded database", secret: true },
  ),
  SECRET_KEY: variable(
    z.optional(z.string().check(z.minLength(16, { error: "must have at least 16 characters" }))),
    "Secret that signs and encrypts. Required with `DATABASE_URL`; every process needs the same one.",
    { byDefault: "made at the first start and kept in `DATA_DIR`", secret: true },
  ),
  ADMINS: variable(z._default(list(email), []), "E-mail addresses of the administrators, comma-separated.", {
    byDefault: "with the embedded sign-in, the first person who signs in",
  }),
  CHAT_ENDPOINT: variable(
    z._default(
      z
        .string()
        .check(z.trim(), z.regex(/^(\/[^/\s]\S*|https?:\/\/\S+)?$/i, { error: "must be a path or an address" })),
      "/chat",
    ),
    "Where browsers post chats.",
    { byDefault: "`/chat`" },
  ),
  OIDC_ISSUER: variable(z.optional(httpUrl), "Issuer address of the institution's OpenID Connect provider.", {
    byDefault: "the embedded sign-in",
  }),
  OIDC_CLIENT_ID: variable(z.optional(word), "Client id at that provider. Required with `OIDC_ISSUER`."),
  OIDC_CLIENT_SECRET: variable(z.optional(word), "Client secret at that provider, where it gives one.", {
    secret: true,
  }),
  EMBEDDED_SIGN_IN: variable(
    z._default(z.enum(["loopback", "anywhere"], { error: "must be loopback or anywhere" }), "loopback"),
    "The embedded sign-in asks for an e-mail and believes it. It is refused beyond this machine unless this says `anywhere`.",
    { byDefault: "`loopback`" },
  ),
  PRODUCT_NAME: variable(z._default(word.check(z.maxLength(60)), "Lectern"), "Name shown to people.", {
    byDefault: "`Lectern`",
  }),
  POLICY_URL: variable(z.optional(httpUrl), "The institution's data policy, linked from the sign-in page."),
  CONTACT_EMAIL: variable(z.optional(email), "Address for questions, shown on the sign-in page."),
  SUPPORT_EMAIL: variable(z.optional(email), "Address that feedback goes to.", { byDefault: "`CONTACT_EMAIL`" }),
  OPENAI_API_KEY: variable(z.optional(word), "Key for OpenAI's models.", { secret: true }),
  AZURE_OPENAI_ENDPOINT: variable(z.optional(httpUrl), "Address of an Azure OpenAI resource."),
  AZURE_OPENAI_API_KEY: variable(z.optional(word), "Key of that resource. Required with `AZURE_OPENAI_ENDPOINT`.", {
    secret: true,
  }),
  AZURE_OPENAI_API_VERSION: variable(z._default(word, "2024-10-21"), "API version of that resource.", {
    byDefault: "`2024-10-21`",
  }),
  AZURE_OPENAI_DEPLOYMENTS: variable(
    z._default(list(word), []),
    "Names of its chat deployments, comma-separated. Required with `AZURE_OPENAI_ENDPOINT`.",
  ),
  OPENAI_COMPATIBLE_URL: variable(
    z._default(list(httpUrl), []),
    "Base addresses of OpenAI-compatible servers, comma-separated, as in `http://localhost:11434/v1`. Models are read from `/models`.",
  ),
  OPENAI_COMPATIBLE_API_KEY: variable(z.optional(word), "Key for those servers, where they need one.", {
    secret: true,
  }),
  ANTHROPIC_API_KEY: variable(z.optional(word), "Key for Anthropic's models.", { secret: true }),
  ANTHROPIC_BASE_URL: variable(z._default(httpUrl, "https://api.anthropic.com/v1"), "Where they are reached.", {
    byDefault: "`https://api.anthropic.com/v1`",
  }),
  GOOGLE_API_KEY: variable(z.optional(word), "Key for Google's Gemini models.", { secret: true }),
  GOOGLE_BASE_URL: variable(
    z._default(httpUrl, "https://generativelanguage.googleapis.com/v1beta"),
    "Where they are reached.",
    { byDefault: "`https://generativelanguage.googleapis.com/v1beta`" },
  ),
  BEDROCK_REGION: variable(
    z.optional(
      z
        .string()
        .check(z.trim(), z.regex(/^[a-z]{2,}(-[a-z]+)+-\d+$/, { error: "must be a region, as in eu-central-1" })),
    ),
    "AWS region whose Bedrock models are offered.",
  ),
  BEDROCK_MODELS: variable(
    z._default(list(word), []),
    "Ids of its models or inference profiles, comma-separated. Required with `BEDROCK_REGION`.",
  ),
  BEDROCK_BASE_URL: variable(z.optional(httpUrl), "Where they are reached.", {
    byDefault: "`https://bedrock-runtime.{BEDROCK_REGION}.amazonaws.com`",
  }),
  AWS_BEARER_TOKEN_BEDROCK: variable(
    z.optional(word),
    "Bedrock API key. With `BEDROCK_REGION` either this or the AWS keys below are required.",
    { secret: true },
  ),
  AWS_ACCESS_KEY_ID: variable(z.optional(word), "AWS key that signs requests to Bedrock."),
  AWS_SECRET_ACCESS_KEY: variable(z.optional(word), "Secret of that key.", { secret: true }),
  AWS_SESSION_TOKEN: variable(z.optional(word), "Session of that key, where it is a temporary one.", { secret: true }),
  EMBEDDINGS_MODEL: variable(
    z.optional(
      z.string().check(
        z.trim(),
        z.refine((value) => value === "none" || /embed/i.test(value), {
          error: "must be the name of an embeddings model, with `embed` in it, or none",
        }),
      ),
    ),
    "Model that makes vectors of the passages of documents, so that they are found by meaning too: the name that its server uses. **The texts of all documents are sent to that server.** Of Azure, Google and Bedrock it must be named here. `none`: documents are found by their words alone.",
    { byDefault: "one that a configured server lists with `embed` in its name" },
  ),
  LIMIT_HOURLY: variable(
    z.optional(dollars),
    "What one person's model calls may cost in an hour, in US dollars, as in `2.50`. Hours, days and months are those of the calendar in UTC; several limits hold together.",
    { byDefault: "unlimited" },
  ),
  LIMIT_DAILY: variable(z.optional(dollars), "The same for a day.", { byDefault: "unlimited" }),
  LIMIT_MONTHLY: variable(z.optional(dollars), "The same for a month.", { byDefault: "unlimited" }),
  MODEL_PRICES: variable(
    z._default(list(modelPrice), []),
    "Prices of models for which none is known, or another one holds, comma-separated: `model=input/output` or `model=input/output/cached`, in US dollars for a million tokens, as in `llama3.3:70b=0.40/0.80`. `model` is the name that its server uses. They stay until a start sets others.",
    { byDefault: "what is publicly known" },
  ),
  EXTRACTIONS_AT_ONCE: variable(
    z._default(count, 1),
    "How many documents each process reads at once. Each takes a processor and up to some hundred MB for as long as it lasts.",
    { byDefault: "`1`" },
  ),
  ANSWERS_AT_ONCE: variable(
    z._default(count, 20),
    "How many answers may be written for one person at the same time, in each process.",
    {
      byDefault: "`20`",
    },
  ),
  REQUESTS_PER_MINUTE: variable(
    z._default(count, 1_200),
    "How many requests one person may send a minute, in each process; a question to a model counts as ten, a search in messages as five.",
    { byDefault: "`1200`" },
  ),
  SIGN_IN_REQUESTS_PER_MINUTE: variable(
    z._default(count, 600),
    "How many requests of sign-ins may come from one network address a minute, in each process; a sign-in takes up to six.",
    { byDefault: "`600`" },
  ),
  TRUSTED_PROXIES: variable(
    z._default(list(network), []),
    "Addresses of the reverse proxies before this server, comma-separated, as in `10.0.0.0/8`. Only they may say for whom they ask (`X-Forwarded-For`); without it, all who come through a proxy count as one address.",
  ),
  EXTRACTION_MEMORY_MB: variable(
    z._default(
      z.coerce
        .number({ error: memoryProblem })
        .check(
          z.int({ error: memoryProblem }),
          z.minimum(256, { error: memoryProblem }),
          z.maximum(65_536, { error: memoryProblem }),
        ),
      1_024,
    ),
    "Memory that reading one document may take, in MB. A document that needs more fails; the server goes on.",
    { byDefault: "`1024`" },
  ),
  EXTRACTION_TIMEOUT_SECONDS: variable(
    z._default(seconds.check(z.minimum(1, { error: secondsProblem })), 300),
    "How long reading one document may take, in seconds.",
    { byDefault: "`300`" },
  ),
  OCR: variable(
    z._default(z.enum(["on", "off"], { error: "must be on or off" }), "off"),
    "`on`: text is taken from pictures and scanned pages (optical character recognition). A page takes some seconds.",
    { byDefault: "`off`" },
  ),
  OCR_LANGUAGES: variable(
    z._default(
      list(
        z.string().check(z.regex(/^[a-z][a-z_]{1,20}$/i, { error: "must be names of languages, as in eng,deu" })),
      ).check(z.minLength(1, { error: "must name a language" })),
      ["eng"],
    ),
    "Languages of those texts, comma-separated, as tesseract names them. Each needs its data: `npm install -w @lectern/server @tesseract.js-data/deu` for `deu`.",
    { byDefault: "`eng`" },
  ),
  EXPORT_TEMPLATES_DIR: variable(
    z.optional(word),
    "Folder of Word and PowerPoint templates (`.docx`, `.pptx`) that people choose from when they download conversations. One named `default` is chosen at first.",
    { byDefault: "the built-in template" },
  ),
  SHUTDOWN_DELAY_SECONDS: variable(
    z._default(seconds, 0),
    "How long everything is still served after SIGTERM while `/readyz` says 503 already: as long as a load balancer takes to notice.",
    { byDefault: "`0`" },
  ),
  SHUTDOWN_GRACE_SECONDS: variable(
    z._default(seconds, 10),
    "How long answers that are being written may then go on. What has not ended by then ends stopped, with its text kept.",
    { byDefault: "`10`" },
  ),
  S3_BUCKET: variable(
    z.optional(
      z
        .string()
        .check(
          z.trim(),
          z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, { error: "must be the name of a bucket, as in lectern-files" }),
        ),
    ),
    "S3 bucket that keeps people's files.",
    { byDefault: "the folder `blobs` in `DATA_DIR`" },
  ),
  S3_REGION: variable(
    z.optional(
      z.string().check(z.trim(), z.regex(/^[A-Za-z0-9-]{1,40}$/, { error: "must be a region, as in eu-central-1" })),
    ),
    "Region of that bucket. Required with `S3_BUCKET`, unless there is an `S3_ENDPOINT`.",
    { byDefault: "`us-east-1` with `S3_ENDPOINT`" },
  ),
  S3_ENDPOINT: variable(
    z.optional(httpUrl),
    "Address of another server that speaks S3, as people's browsers reach it too.",
    { byDefault: "Amazon's, of that region" },
  ),
  S3_PATH_STYLE: variable(
    z.optional(z.enum(["true", "false"], { error: "must be true or false" })),
    "Whether the bucket stands in the path of addresses, and not before the host's name.",
    { byDefault: "`true` with `S3_ENDPOINT`, otherwise `false`" },
  ),
  S3_ACCESS_KEY_ID: variable(z.optional(word), "Key that may read, write and delete in the bucket.", {
    byDefault: "what AWS's own programs would use",
  }),
  S3_SECRET_ACCESS_KEY: variable(z.optional(word), "Secret of that key. Required with `S3_ACCESS_KEY_ID`.", {
    secret: true,
  }),
  UPLOAD_MAX_MB: variable(z._default(megabytes, 200), "How large one file may be, in megabytes (of 1,000,000 bytes).", {
    byDefault: "`200`",
  }),
  STORAGE_PER_PERSON_MB: variable(
    z._default(megabytes, 10_000),
    "How much all files of one person may take together, in megabytes.",
    { byDefault: "`10000`" },
  ),
  METRICS_TOKEN: variable(
    z.optional(z.string().check(z.minLength(16, { error: "must have at least 16 characters" }))),
    "Bearer token that may read `/metrics` from elsewhere, and from this machine too where `PUBLIC_URL` is another: a proxy here may ask for anybody.",
    { byDefault: "`/metrics` answers this machine only", secret: true },
  ),
  LOG_LEVEL: variable(
    z.optional(
      z.enum(["silent", "error", "warn", "info", "debug"], { error: "must be silent, error, warn, info or debug" }),
    ),
    "How much is logged.",
    {
      byDefault: "`info`, or `warn` on a terminal",
    },
  ),
} as const;

export type VariableName = keyof typeof variables;
export type Values = { [Name in VariableName]: z.infer<(typeof variables)[Name]["schema"]> };

/** What an operator says that a model costs, in US dollars for a million tokens. `cached` null: as other input. */
export interface ModelPrice {
  /** The name that the model's server uses. */
  model: string;
  input: number;
  output: number;
  cached: number | null;
}

function isNetwork(value: string): boolean {
  const [address = "", bits, ...more] = value.split("/");
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function isHttpUrl(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}
