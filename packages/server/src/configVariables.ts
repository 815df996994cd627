import { isIP } from "node:net";
import { assistantTexts, FlagName, validateFileName } from "@lectern/contract";
import * as z from "zod/mini";

/** An environment variable: its schema and its documentation. */
interface Variable<S extends z.ZodMiniType> {
  schema: S;
  description: string;
  /** The default as the documentation shows it. */
  defaultText?: string;
  /** Marks a value that must never be printed or logged. */
  secret?: true;
}

const defineVariable = <S extends z.ZodMiniType>(
  schema: S,
  description: string,
  otherFields: Omit<Variable<S>, "schema" | "description"> = {},
) => ({ schema, description, ...otherFields }) satisfies Variable<S>;

const portError = "must be a number from 0 to 65535";

export const defaultProductName = "Lectern";

const text = z.string().check(z.trim(), z.minLength(1, { error: "must not be empty" }));
const httpUrl = z.string().check(
  z.trim(),
  z.refine((value) => isHttpUrl(value), { error: "must be a URL that starts with http:// or https://" }),
);
const email = z.string().check(z.trim(), z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, { error: "must be an email address" }));
const listOf = <S extends z.ZodMiniType<unknown, string>>(item: S) =>
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
    error: "must be an amount in US dollars greater than 0, such as 2.50",
  }),
);

/** A feature's name, with `-` before it if it is off. */
const featureSwitch = z.pipe(
  z.string().check(
    z.refine((value) => z.safeParse(FlagName, value.replace(/^-/, "")).success, {
      error: "must list names of features, such as createAstAdminGroups or -workflowCreate",
    }),
  ),
  z.transform((value): [FlagName, boolean] => [z.parse(FlagName, value.replace(/^-/, "")), !value.startsWith("-")]),
);

/** `model=input/output[/cached[/cacheWrite]]`; the model's name may itself contain `=` and `/`. */
const modelPrice = z.pipe(
  z.string().check(
    z.regex(/^.+=\d{1,6}(\.\d{1,6})?(\/\d{1,6}(\.\d{1,6})?){1,3}$/, {
      error: "must list prices such as llama3.3:70b=0.40/0.80, in US dollars per million tokens",
    }),
  ),
  z.transform((value): ModelPrice => {
    const separator = value.lastIndexOf("=");
    const [input = 0, output = 0, cached = null, cacheWrite = null] = value
      .slice(separator + 1)
      .split("/")
      .map(Number);
    return { model: value.slice(0, separator).trim(), input, output, cached, cacheWrite };
  }),
);

/** At least three groups of letters and digits between dots or hyphens, for example `110.04.4100-000`. */
const defaultCoaPattern = "[0-9A-Za-z]{1,12}([.-][0-9A-Za-z]{1,12}){2,11}";
const coaPattern = z.string().check(
  z.trim(),
  z.refine((value) => isRegularExpression(value), { error: "must be a regular expression" }),
);

const countError = "must be a whole number greater than 0";
const count = z.coerce
  .number({ error: countError })
  .check(z.int({ error: countError }), z.minimum(1, { error: countError }));
const megabytesError = "must be a number of megabytes from 1 to 100000000";
const megabytes = z.coerce
  .number({ error: megabytesError })
  .check(
    z.int({ error: megabytesError }),
    z.minimum(1, { error: megabytesError }),
    z.maximum(100_000_000, { error: megabytesError }),
  );
const secondsError = "must be a number of seconds from 0 to 3600";
const seconds = z.coerce
  .number({ error: secondsError })
  .check(z.minimum(0, { error: secondsError }), z.maximum(3_600, { error: secondsError }));
const memoryError = "must be a number of MB from 256 to 65536";
const network = z.string().check(
  z.refine((value) => isNetwork(value), {
    error: "must list IP addresses or networks, such as 10.0.0.5 or 10.0.0.0/8",
  }),
);

/** A host of a URL, with or without a port, as `URL` writes it. */
const apiHost = z.pipe(
  z.string().check(
    z.refine((value) => /^[^/?#@\\\s]+$/.test(value) && URL.canParse(`http://${value}`), {
      error: "must list hosts such as api.uni.edu or api.uni.edu:8080",
    }),
  ),
  // The port is not read from the URL, which has none if it is the default one.
  z.transform((value) => new URL(`http://${value}`).hostname + (/:\d+$/.exec(value.replace(/\[.*\]/, ""))?.[0] ?? "")),
);

const fileExtension = z.pipe(
  z.pipe(
    z.string(),
    z.transform((value) => value.replace(/^\./, "").toLowerCase()),
  ),
  z.string().check(
    z.refine((extension) => validateFileName(`file.${extension}`) === null, {
      error: "must list extensions of files that can be read, such as pdf or docx",
    }),
  ),
);

/** Every environment variable that Lectern reads. `docs/configuration.md` and `.env.example` are generated from it. */
export const variables = {
  HOST: defineVariable(z.optional(text), "Address to listen on.", { defaultText: "`127.0.0.1` and `::1`" }),
  PORT: defineVariable(
    z._default(
      z.coerce
        .number({ error: portError })
        .check(
          z.int({ error: portError }),
          z.minimum(0, { error: portError }),
          z.maximum(65_535, { error: portError }),
        ),
      3000,
    ),
    "Port to listen on.",
    { defaultText: "`3000`" },
  ),
  PUBLIC_URL: defineVariable(
    z.optional(httpUrl),
    "The URL that people open, if it differs from the default, for example behind a reverse proxy. Required if `HOST` can be reached from other machines. Only its origin is used.",
    {
      defaultText: "`http://localhost:{PORT}`",
    },
  ),
  DATA_DIR: defineVariable(
    z._default(text, "data"),
    "Folder for the embedded database, the generated secret and uploaded files.",
    {
      defaultText: "`data`",
    },
  ),
  DATABASE_URL: defineVariable(
    z.optional(
      z
        .string()
        .check(z.trim(), z.regex(/^postgres(ql)?:\/\//, { error: "must start with postgres:// or postgresql://" })),
    ),
    "PostgreSQL server to use instead of the embedded database.",
    { defaultText: "the embedded database", secret: true },
  ),
  SECRET_KEY: defineVariable(
    z.optional(z.string().check(z.minLength(16, { error: "must have at least 16 characters" }))),
    "Secret used to sign and encrypt. Required with `DATABASE_URL`; all processes need the same one.",
    { defaultText: "generated at the first start and stored in `DATA_DIR`", secret: true },
  ),
  ADMINS: defineVariable(z._default(listOf(email), []), "Email addresses of the administrators, comma-separated.", {
    defaultText: "with the embedded sign-in, the first person to sign in",
  }),
  CHAT_ENDPOINT: defineVariable(
    z._default(
      z.string().check(z.trim(), z.regex(/^(\/[^/\s]\S*|https?:\/\/\S+)?$/i, { error: "must be a path or a URL" })),
      "/chat",
    ),
    "Path or URL to which browsers send chat requests.",
    { defaultText: "`/chat`" },
  ),
  OIDC_ISSUER: defineVariable(z.optional(httpUrl), "Issuer URL of the institution's OpenID Connect provider.", {
    defaultText: "the embedded sign-in",
  }),
  OIDC_CLIENT_ID: defineVariable(z.optional(text), "Client ID at that provider. Required with `OIDC_ISSUER`."),
  OIDC_CLIENT_SECRET: defineVariable(z.optional(text), "Client secret at that provider, if it issues one.", {
    secret: true,
  }),
  OIDC_TRUST_EMAIL: defineVariable(
    z._default(z.enum(["on", "off"], { error: "must be on or off" }), "off"),
    "With `on`, an email address is considered verified if the provider does not say whether it is. Use this only if people cannot choose their address at the provider.",
    { defaultText: "`off`" },
  ),
  EMBEDDED_SIGN_IN: defineVariable(
    z._default(z.enum(["loopback", "anywhere"], { error: "must be loopback or anywhere" }), "loopback"),
    "The embedded sign-in asks for an email address and does not verify it. It only serves requests that come straight from this machine, not through a proxy, unless this is set to `anywhere`. Required, or `OIDC_ISSUER`, if `PUBLIC_URL` or `HOST` is not a local address.",
    { defaultText: "`loopback`" },
  ),
  PRODUCT_NAME: defineVariable(
    z._default(text.check(z.maxLength(60)), defaultProductName),
    "Product name shown to people. Administrators can set it in the product instead, as they can the policy, the addresses and the storage below.",
    { defaultText: `\`${defaultProductName}\`` },
  ),
  BUILT_IN_GROUP_NAME: defineVariable(
    z._default(text.check(z.maxLength(60)), assistantTexts.builtInGroupName),
    "Name of the group with the assistants of the server itself.",
    { defaultText: `\`${assistantTexts.builtInGroupName}\`` },
  ),
  POLICY_URL: defineVariable(
    z.optional(httpUrl),
    "URL of the institution's data policy, linked from the sign-in page.",
  ),
  CONTACT_EMAIL: defineVariable(z.optional(email), "Email address for questions, shown on the sign-in page."),
  SUPPORT_EMAIL: defineVariable(z.optional(email), "Email address for feedback.", { defaultText: "`CONTACT_EMAIL`" }),
  OPENAI_API_KEY: defineVariable(z.optional(text), "API key for OpenAI.", { secret: true }),
  AZURE_OPENAI_ENDPOINT: defineVariable(z.optional(httpUrl), "URL of an Azure OpenAI resource."),
  AZURE_OPENAI_API_KEY: defineVariable(
    z.optional(text),
    "API key of that resource. Required with `AZURE_OPENAI_ENDPOINT`.",
    {
      secret: true,
    },
  ),
  AZURE_OPENAI_API_VERSION: defineVariable(z._default(text, "2024-10-21"), "API version of that resource.", {
    defaultText: "`2024-10-21`",
  }),
  AZURE_OPENAI_DEPLOYMENTS: defineVariable(
    z._default(listOf(text), []),
    "Names of its chat deployments, comma-separated. Required with `AZURE_OPENAI_ENDPOINT`.",
  ),
  OPENAI_COMPATIBLE_URL: defineVariable(
    z._default(listOf(httpUrl), []),
    "Base URLs of OpenAI-compatible servers, comma-separated, such as `http://localhost:11434/v1`. Models are listed from `/models`.",
  ),
  OPENAI_COMPATIBLE_API_KEY: defineVariable(z.optional(text), "API key for those servers, if they need one.", {
    secret: true,
  }),
  ANTHROPIC_API_KEY: defineVariable(z.optional(text), "API key for Anthropic.", { secret: true }),
  ANTHROPIC_BASE_URL: defineVariable(
    z._default(httpUrl, "https://api.anthropic.com/v1"),
    "Base URL of Anthropic's API.",
    {
      defaultText: "`https://api.anthropic.com/v1`",
    },
  ),
  GOOGLE_API_KEY: defineVariable(z.optional(text), "API key for Google Gemini.", { secret: true }),
  GOOGLE_BASE_URL: defineVariable(
    z._default(httpUrl, "https://generativelanguage.googleapis.com/v1beta"),
    "Base URL of Google's API.",
    { defaultText: "`https://generativelanguage.googleapis.com/v1beta`" },
  ),
  BEDROCK_REGION: defineVariable(
    z.optional(
      z
        .string()
        .check(z.trim(), z.regex(/^[a-z]{2,}(-[a-z]+)+-\d+$/, { error: "must be a region, such as eu-central-1" })),
    ),
    "AWS region of the Bedrock models to offer.",
  ),
  BEDROCK_MODELS: defineVariable(
    z._default(listOf(text), []),
    "IDs of Bedrock models or inference profiles, comma-separated. Required with `BEDROCK_REGION`.",
  ),
  BEDROCK_BASE_URL: defineVariable(z.optional(httpUrl), "Base URL of the Bedrock API.", {
    defaultText: "`https://bedrock-runtime.{BEDROCK_REGION}.amazonaws.com`",
  }),
  AWS_BEARER_TOKEN_BEDROCK: defineVariable(
    z.optional(text),
    "Bedrock API key. `BEDROCK_REGION` requires either this or the AWS keys below.",
    { secret: true },
  ),
  AWS_ACCESS_KEY_ID: defineVariable(z.optional(text), "AWS access key ID used to sign requests to Bedrock."),
  AWS_SECRET_ACCESS_KEY: defineVariable(z.optional(text), "Secret access key that belongs to that access key ID.", {
    secret: true,
  }),
  AWS_SESSION_TOKEN: defineVariable(z.optional(text), "Session token of that key, if it is temporary.", {
    secret: true,
  }),
  EMBEDDINGS_MODEL: defineVariable(
    z.optional(
      z.string().check(
        z.trim(),
        z.refine((value) => value === "none" || /embed/i.test(value), {
          error: "must be the name of an embeddings model (containing `embed`), or none",
        }),
      ),
    ),
    "Model that computes embeddings of document passages, which enables semantic search: the name that its server uses. **The text of all documents is sent to that server.** Embeddings models of Azure, Google and Bedrock are only used if they are named here. `none`: documents are searched by keywords only.",
    { defaultText: "a model that a configured server lists with `embed` in its name" },
  ),
  FEATURES: defineVariable(
    z._default(listOf(featureSwitch), []),
    "Features that are on for everybody, or off with `-` before the name. `createAstAdminGroups`: people can create groups. `assistantAdminInterface`: members who may write in a group manage its assistants. `answerFeedback`: people rate answers of cloud conversations. `mtdCost`: people see what they have spent this month. Administrators have every feature.",
    { defaultText: "groups, their administration, ratings and costs are off" },
  ),
  QUERY_REWRITE: defineVariable(
    z._default(z.enum(["on", "off"], { error: "must be on or off" }), "on"),
    "With `on`, the cheapest model rewrites a question before documents are searched: other wordings, keywords and translations. It gets the question, the last messages and the names of the documents. With `off`, documents are searched with the question as it is.",
    { defaultText: "`on`" },
  ),
  QUERY_REWRITE_TIMEOUT_SECONDS: defineVariable(
    z._default(seconds.check(z.minimum(0.1, { error: secondsError })), 4),
    "Time limit for rewriting a question, in seconds. An answer waits at most this long; afterwards, documents are searched with the question as it is. Raise it if the cheapest model runs on slow hardware.",
    { defaultText: "`4`" },
  ),
  RERANK_URL: defineVariable(
    z.optional(httpUrl),
    "Base URL of a server that orders passages by how well they answer a question, such as `https://api.jina.ai/v1` or `http://localhost:8080`: Cohere, Jina, vLLM, Text Embeddings Inference and others with `/rerank`. **The question and the text of up to 30 passages are sent to that server for each search.** It gets two seconds.",
    { defaultText: "passages are not reranked" },
  ),
  RERANK_MODEL: defineVariable(
    z.optional(text),
    "Name of the model on that server. Without it, the request has the form of Text Embeddings Inference.",
  ),
  RERANK_API_KEY: defineVariable(z.optional(text), "API key for that server, if it needs one.", { secret: true }),
  LIMIT_HOURLY: defineVariable(
    z.optional(dollars),
    "Maximum cost of one person's model calls per hour, in US dollars, such as `2.50`. Hours, days and months are calendar periods in UTC. If several limits are set, all of them apply.",
    { defaultText: "unlimited" },
  ),
  LIMIT_DAILY: defineVariable(z.optional(dollars), "The same per day.", { defaultText: "unlimited" }),
  LIMIT_MONTHLY: defineVariable(z.optional(dollars), "The same per month.", { defaultText: "unlimited" }),
  MODEL_PRICES: defineVariable(
    z._default(listOf(modelPrice), []),
    "Prices of models whose price is unknown or differs from the published one, comma-separated: `model=input/output`, `model=input/output/cached` or `model=input/output/cached/cache-write`, in US dollars per million tokens, such as `llama3.3:70b=0.40/0.80`. `model` is the name that its server uses. Prices are stored and stay in effect until a later start sets new ones. A price that an administrator has set in the product stays.",
    { defaultText: "published prices" },
  ),
  EXTRACTIONS_AT_ONCE: defineVariable(
    z._default(count, 1),
    "Number of documents that each process extracts concurrently. Each extraction occupies one CPU core and up to several hundred MB of memory.",
    { defaultText: "`1`" },
  ),
  ANSWERS_AT_ONCE: defineVariable(
    z._default(count, 20),
    "Number of answers that each process generates concurrently for one person.",
    {
      defaultText: "`20`",
    },
  ),
  LOCK_WHILE_ANSWERING: defineVariable(
    z._default(z.enum(["on", "off"], { error: "must be on or off" }), "off"),
    "With `on`, no other conversation can be opened or started while an answer is being written in the open one. With `off`, several conversations can be answered at the same time.",
    { defaultText: "`off`" },
  ),
  DEFAULT_CONVERSATION_STORAGE: defineVariable(
    z.optional(z.enum(["browser", "cloud"], { error: "must be browser or cloud" })),
    "Where new conversations are stored: `browser` (only in the person's browser) or `cloud` (on this server). People who may use the cloud can change it.",
    { defaultText: "`cloud`, and people are asked with their first conversation" },
  ),
  DEFAULT_THEME: defineVariable(
    z._default(z.enum(["device", "dark", "light"], { error: "must be device, dark or light" }), "device"),
    "The theme until a person chooses one: `dark`, `light`, or `device` (the one that the device prefers).",
    { defaultText: "`device`" },
  ),
  EMAIL_DIRECTORY: defineVariable(
    z._default(z.enum(["everyone", "groups"], { error: "must be everyone or groups" }), "everyone"),
    "Whose email addresses are suggested to somebody who enters people. `everyone`: all who have signed in. `groups`: only those who share a group with this person, and whoever this person has entered before; that a group is public does not count. Lists of members and of shares then show no names of other people, and not whether they have signed in.",
    { defaultText: "`everyone`" },
  ),
  ANALYTICS_IDENTITIES: defineVariable(
    z._default(z.enum(["show", "hide"], { error: "must be show or hide" }), "show"),
    "Whether the editors of a group whose conversations are analyzed see who asks its assistants. With `show`, they see the address and the feedback, and can open conversations that are stored on this server, which the person is told. With `hide`, they see figures only, by whole weeks, and no figure about fewer than five people.",
    { defaultText: "`show`" },
  ),
  COA_PATTERN: defineVariable(
    z._default(coaPattern, defaultCoaPattern),
    "The regular expression that the COA strings of accounts should match as a whole. People are asked before they save another one.",
    { defaultText: `\`${defaultCoaPattern}\`` },
  ),
  PYTHON_PACKAGES: defineVariable(
    z.optional(text),
    "Folder with packages for Python code that runs in browsers: a distribution of Pyodide. See [code-interpreter.md](code-interpreter.md).",
    { defaultText: "the standard library only" },
  ),
  API_HOSTS: defineVariable(
    z._default(listOf(apiHost), []),
    "Hosts in private networks that APIs of assistants may call, comma-separated, such as `api.uni.edu` or `10.1.2.3:8080`. Without a port, all ports of the host may be called. Everybody who can make an assistant can send requests to these hosts, and they come from this server. Link-local addresses, at which clouds give credentials, are never called.",
    { defaultText: "only public addresses are called" },
  ),
  REQUESTS_PER_MINUTE: defineVariable(
    z._default(count, 1_200),
    "Number of requests per minute that each process accepts from one person. A question to a model counts as ten requests, a message search as five, a search for email addresses, sharing and trying an API of an assistant as twenty, a submission for quality improvement as a hundred, and fifty addresses that are added to a group or shared with as another twenty.",
    { defaultText: "`1200`" },
  ),
  SIGN_IN_REQUESTS_PER_MINUTE: defineVariable(
    z._default(count, 600),
    "Number of sign-in requests per minute that each process accepts from one network address. One sign-in takes up to six requests.",
    { defaultText: "`600`" },
  ),
  TRUSTED_PROXIES: defineVariable(
    z._default(listOf(network), []),
    "IP addresses or networks of the reverse proxies in front of this server, comma-separated, such as `10.0.0.0/8`. `X-Forwarded-For` is only trusted from these. If none is set, everyone behind a proxy counts as one address.",
  ),
  EXTRACTION_MEMORY_MB: defineVariable(
    z._default(
      z.coerce
        .number({ error: memoryError })
        .check(
          z.int({ error: memoryError }),
          z.minimum(256, { error: memoryError }),
          z.maximum(65_536, { error: memoryError }),
        ),
      1_024,
    ),
    "Memory limit for extracting one document, in MB. Small files have a lower limit: 448 MB plus 1 MB per kB, and 512 MB more with `OCR`. A document that needs more fails; the server is not affected.",
    { defaultText: "`1024`" },
  ),
  EXTRACTION_TIMEOUT_SECONDS: defineVariable(
    z._default(seconds.check(z.minimum(1, { error: secondsError })), 300),
    "Time limit for extracting one document, in seconds.",
    { defaultText: "`300`" },
  ),
  OCR: defineVariable(
    z._default(z.enum(["on", "off"], { error: "must be on or off" }), "off"),
    "`on`: recognize text in images and scanned pages (optical character recognition). One page takes several seconds.",
    { defaultText: "`off`" },
  ),
  OCR_LANGUAGES: defineVariable(
    z._default(
      listOf(
        z.string().check(z.regex(/^[a-z][a-z_]{1,20}$/i, { error: "must list language codes, such as eng,deu" })),
      ).check(z.minLength(1, { error: "must name at least one language" })),
      ["eng"],
    ),
    "Languages to recognize, comma-separated, as Tesseract language codes. Each needs its data package: `npm install -w @lectern/server @tesseract.js-data/deu` for `deu`.",
    { defaultText: "`eng`" },
  ),
  EXPORT_TEMPLATES_DIR: defineVariable(
    z.optional(text),
    "Folder of Word and PowerPoint templates (`.docx`, `.pptx`) that people can choose from when they download conversations. A template named `default` is preselected.",
    { defaultText: "the built-in template" },
  ),
  SHUTDOWN_DELAY_SECONDS: defineVariable(
    z._default(seconds, 0),
    "Time after SIGTERM during which requests are still served while `/readyz` already answers 503, in seconds: the time that a load balancer needs to notice.",
    { defaultText: "`0`" },
  ),
  SHUTDOWN_GRACE_SECONDS: defineVariable(
    z._default(seconds, 10),
    "Time that answers in progress then have to finish, in seconds. Answers that have not finished by then are stopped, and their text is kept.",
    { defaultText: "`10`" },
  ),
  S3_BUCKET: defineVariable(
    z.optional(
      z.string().check(
        z.trim(),
        z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, {
          error: "must be the name of a bucket, such as lectern-files",
        }),
      ),
    ),
    "S3 bucket that stores people's files.",
    { defaultText: "the folder `blobs` in `DATA_DIR`" },
  ),
  S3_REGION: defineVariable(
    z.optional(
      z.string().check(z.trim(), z.regex(/^[A-Za-z0-9-]{1,40}$/, { error: "must be a region, such as eu-central-1" })),
    ),
    "Region of that bucket. Required with `S3_BUCKET`, unless `S3_ENDPOINT` is set.",
    { defaultText: "`us-east-1` with `S3_ENDPOINT`" },
  ),
  S3_ENDPOINT: defineVariable(
    z.optional(httpUrl),
    "URL of another S3-compatible server. People's browsers must be able to reach it too.",
    { defaultText: "Amazon S3 in that region" },
  ),
  S3_PATH_STYLE: defineVariable(
    z.optional(z.enum(["true", "false"], { error: "must be true or false" })),
    "`true`: put the bucket in the path of URLs; `false`: put it in the host name.",
    { defaultText: "`true` with `S3_ENDPOINT`, otherwise `false`" },
  ),
  S3_ACCESS_KEY_ID: defineVariable(
    z.optional(text),
    "Access key ID with permission to read, write and delete in the bucket.",
    {
      defaultText: "the AWS SDK's default credentials",
    },
  ),
  S3_SECRET_ACCESS_KEY: defineVariable(
    z.optional(text),
    "Secret access key that belongs to that access key ID. Required with `S3_ACCESS_KEY_ID`.",
    {
      secret: true,
    },
  ),
  UPLOAD_MAX_MB: defineVariable(
    z._default(megabytes, 200),
    "Maximum size of one file, in megabytes (1,000,000 bytes).",
    {
      defaultText: "`200`",
    },
  ),
  UPLOAD_EXTENSIONS: defineVariable(
    z._default(listOf(fileExtension), []),
    "Extensions of the files that people may upload, such as `pdf,docx,txt`. Uploaded files of other types remain.",
    { defaultText: "every type that can be read" },
  ),
  STORAGE_PER_PERSON_MB: defineVariable(
    z._default(megabytes, 10_000),
    "Maximum total size of one person's files, in megabytes.",
    { defaultText: "`10000`" },
  ),
  STORAGE_PER_GROUP_MB: defineVariable(
    z._default(megabytes, 50_000),
    "Maximum total size of one group's files, in megabytes. They do not count as those of the people who upload them.",
    { defaultText: "`50000`" },
  ),
  GROUPS_PER_PERSON: defineVariable(
    z._default(count, 50),
    "Maximum number of groups that one person can create. A deleted group counts for 30 days, as long as its files are stored. Administrators can create any number.",
    { defaultText: "`50`" },
  ),
  ASSISTANTS_PER_OWNER: defineVariable(
    z._default(count, 500),
    "Maximum number of assistants that one person or one group can have.",
    { defaultText: "`500`" },
  ),
  VERSIONS_PER_ASSISTANT: defineVariable(
    z._default(count, 100),
    "Number of versions of an assistant that are kept. When an assistant is saved, older versions are deleted, except those that have answered somebody.",
    { defaultText: "`100`" },
  ),
  METRICS_TOKEN: defineVariable(
    z.optional(z.string().check(z.minLength(16, { error: "must have at least 16 characters" }))),
    "Bearer token required to read `/metrics` from other machines. If `PUBLIC_URL` is not a local URL, it is also required on this machine, because a local proxy may forward anyone's requests.",
    { defaultText: "`/metrics` can only be read on this machine", secret: true },
  ),
  LOG_LEVEL: defineVariable(
    z.optional(
      z.enum(["silent", "error", "warn", "info", "debug"], { error: "must be silent, error, warn, info or debug" }),
    ),
    "Log level.",
    {
      defaultText: "`info`, or `warn` on a terminal",
    },
  ),
} as const;

export type VariableName = keyof typeof variables;
export type VariableValues = { [Name in VariableName]: z.infer<(typeof variables)[Name]["schema"]> };

/**
 * A price set by the operator, in US dollars per million tokens. If `cached` or `cacheWrite` is null, the provider's
 * usual ratio to the input price applies or, if there is none, the input price.
 */
export interface ModelPrice {
  /** The name that the model's server uses. */
  model: string;
  input: number;
  output: number;
  cached: number | null;
  cacheWrite: number | null;
}

function isNetwork(value: string): boolean {
  const [address = "", bits, ...furtherParts] = value.split("/");
  const version = isIP(address);
  if (version === 0 || furtherParts.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function isRegularExpression(value: string): boolean {
  try {
    return new RegExp(value, "u").source !== "";
  } catch {
    return false;
  }
}

function isHttpUrl(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}
