import { type FlagName, LimitPeriod, type RateLimit } from "@lectern/contract";
import * as z from "zod/mini";
import { type ModelPrice, type VariableName, type VariableValues, variables } from "./configVariables.ts";
import { foldEmail } from "./core/email.ts";

export interface Config {
  /** Null: listen on both loopback addresses. */
  host: string | null;
  port: number;
  /** Origin without a trailing slash, as in `http://localhost:3000`; null: from the Host header. */
  publicOrigin: string | null;
  dataDir: string;
  databaseUrl: string | null;
  secretKey: string | null;
  /** Email addresses, lower-cased. */
  admins: readonly string[];
  chatEndpoint: string;
  /** Null: the embedded identity provider. */
  oidc: { issuer: string; clientId: string; clientSecret: string | null; trustsEmail: boolean } | null;
  /** Who may use the embedded sign-in: requests straight from this machine, or all. */
  embeddedSignIn: "loopback" | "anywhere";
  productName: string;
  policyUrl: string | null;
  contactEmail: string | null;
  supportEmail: string | null;
  openAiApiKey: string | null;
  azure: { endpoint: string; apiKey: string; apiVersion: string; deployments: readonly string[] } | null;
  openAiCompatible: { urls: readonly string[]; apiKey: string | null };
  anthropic: { url: string; apiKey: string } | null;
  google: { url: string; apiKey: string } | null;
  bedrock: BedrockConfig | null;
  /** The model's id on its server. `none` turns embeddings off; null selects the first embeddings model discovered. */
  embeddingsModel: string | null;
  /** The server that reranks passages. `model` is null for a server with a single model. */
  reranker: { url: string; model: string | null; apiKey: string | null } | null;
  /** How a model rewrites questions before documents are searched. */
  rewriting: { isEnabled: boolean; timeoutMs: number };
  modelPrices: readonly ModelPrice[];
  /** Spending limits per person; empty: unlimited. */
  rateLimits: readonly RateLimit[];
  /** Answers that this process generates concurrently for one person. */
  maxConcurrentAnswers: number;
  /** True if nothing else can be opened while an answer is written in the open conversation. */
  locksWhileAnswering: boolean;
  /** Where new conversations are stored until the person decides; null: the person is asked. */
  defaultStorage: "cloud" | "local" | null;
  /** Name of the group with the assistants of the server itself. */
  builtInGroupName: string;
  /** The theme until a person chooses one. */
  defaultTheme: "device" | "dark" | "light";
  /** Documents that this process extracts concurrently. */
  maxConcurrentExtractions: number;
  /** Whose addresses people can find: those of everybody, or of people in the same groups. */
  emailDirectory: "everyone" | "groups";
  /** True if the editors of a group see figures only, and nobody's name, conversation or feedback. */
  hidesIdentitiesInAnalytics: boolean;
  /** A regular expression, which COA strings that look valid match as a whole. */
  coaPattern: string;
  /** Folder with a distribution of Pyodide; null: Python code has no packages. */
  pythonPackages: string | null;
  /** Hosts in private networks that operations may call, with or without a port. */
  apiHosts: readonly string[];
  requestsPerMinute: number;
  signInRequestsPerMinute: number;
  /** Addresses and networks in CIDR notation. */
  trustedProxies: readonly string[];
  /** Folder of Word and PowerPoint templates; null: only the built-in template is available. */
  exportTemplatesDir: string | null;
  extraction: ExtractionConfig;
  shutdownDelayMs: number;
  shutdownGraceMs: number;
  /** Null: files are stored on disk, in `dataDir`. */
  s3: S3Config | null;
  uploadMaxBytes: number;
  /** Lower-cased extensions without the dot; null: every type that can be read. */
  uploadExtensions: readonly string[] | null;
  /** Features that the environment switches on or off. */
  features: Readonly<Partial<Record<FlagName, boolean>>>;
  storagePerPersonBytes: number;
  storagePerGroupBytes: number;
  groupsPerPerson: number;
  assistantsPerOwner: number;
  /** Older versions that have never answered are deleted. */
  versionsPerAssistant: number;
  metricsToken: string | null;
  /** Null: the default, which depends on whether standard output is a terminal. */
  logLevel: string | null;
}

/** Resource limits for extracting one document. */
interface ExtractionConfig {
  memoryMb: number;
  timeoutMs: number;
  /** Tesseract's language codes; null: text recognition is off. */
  ocrLanguages: readonly string[] | null;
}

interface BedrockConfig {
  url: string;
  region: string;
  models: readonly string[];
  /** Null: requests are signed with `awsCredentials`. */
  apiKey: string | null;
  awsCredentials: { accessKeyId: string; secretAccessKey: string; sessionToken: string | null } | null;
}

export interface S3Config {
  bucket: string;
  region: string;
  /** Null: Amazon S3. */
  endpoint: string | null;
  pathStyle: boolean;
  /** Null: use the AWS SDK's default credential chain. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
}

/** Thrown for invalid environment variables. The message lists every problem, one per line. */
export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.name = "ConfigError";
    this.problems = problems;
  }
}

/** Reads the environment once. An empty variable counts as unset, except CHAT_ENDPOINT. Throws ConfigError. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const problems: string[] = [];
  const values = Object.fromEntries(
    Object.entries(variables).map(([name, { schema }]) => {
      const value = environment[name];
      const result = z.safeParse(schema, value === "" && name !== "CHAT_ENDPOINT" ? undefined : value);
      if (!result.success) problems.push(`${name} ${result.error.issues[0]?.message ?? "is not valid"}`);
      return [name, result.data];
    }),
  ) as VariableValues; // each value was parsed by its own schema; invalid values cause an error below
  problems.push(...findUnknownLimits(environment));
  if (problems.length === 0) problems.push(...findConflicts(values));
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze(toConfig(values));
}

/** Reports limits with a misspelled name, which would otherwise be silently ignored. */
function findUnknownLimits(environment: Record<string, string | undefined>): string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith("LIMIT_") && !Object.hasOwn(variables, name))
    .map((name) => `${name} is not a known variable: use LIMIT_HOURLY, LIMIT_DAILY or LIMIT_MONTHLY`);
}

/** Reports variables that are valid individually but conflict with others or require others. */
function findConflicts(values: VariableValues): string[] {
  const problems: string[] = [];
  const requireWith = (name: VariableName, trigger: VariableName) => {
    const value = values[name];
    if (value === undefined || (Array.isArray(value) && value.length === 0))
      problems.push(`${name} is required with ${trigger}`);
  };
  if (values.DATABASE_URL) requireWith("SECRET_KEY", "DATABASE_URL");
  if (values.OIDC_ISSUER) requireWith("OIDC_CLIENT_ID", "OIDC_ISSUER");
  if (values.AZURE_OPENAI_ENDPOINT) {
    requireWith("AZURE_OPENAI_API_KEY", "AZURE_OPENAI_ENDPOINT");
    requireWith("AZURE_OPENAI_DEPLOYMENTS", "AZURE_OPENAI_ENDPOINT");
  }
  if (values.BEDROCK_REGION) {
    requireWith("BEDROCK_MODELS", "BEDROCK_REGION");
    if (!values.AWS_BEARER_TOKEN_BEDROCK && !(values.AWS_ACCESS_KEY_ID && values.AWS_SECRET_ACCESS_KEY))
      problems.push(
        "BEDROCK_REGION needs AWS_BEARER_TOKEN_BEDROCK, or AWS_ACCESS_KEY_ID together with AWS_SECRET_ACCESS_KEY",
      );
  }
  if (values.BEDROCK_MODELS.length > 0) requireWith("BEDROCK_REGION", "BEDROCK_MODELS");
  if (values.RERANK_MODEL) requireWith("RERANK_URL", "RERANK_MODEL");
  if (values.RERANK_API_KEY) requireWith("RERANK_URL", "RERANK_API_KEY");
  problems.push(...findStorageConflicts(values));
  if (values.HOST && !isLoopbackHost(values.HOST)) requireWith("PUBLIC_URL", "HOST");
  problems.push(...findOpenSignIn(values));
  return problems;
}

/** Reports the first address at which other machines could use the embedded sign-in. */
function findOpenSignIn({ OIDC_ISSUER, EMBEDDED_SIGN_IN, HOST, PUBLIC_URL }: VariableValues): string[] {
  if (OIDC_ISSUER || EMBEDDED_SIGN_IN === "anywhere") return [];
  const isOpenHost = HOST !== undefined && !isLoopbackHost(HOST);
  const isOpenUrl = PUBLIC_URL !== undefined && !isLoopbackHost(new URL(PUBLIC_URL).hostname);
  if (!isOpenHost && !isOpenUrl) return [];
  return [
    `${isOpenHost ? `HOST is ${HOST}` : `PUBLIC_URL is ${PUBLIC_URL}`}, which other machines can reach, but with the embedded sign-in anyone could sign in as anyone: ` +
      "set OIDC_ISSUER, or EMBEDDED_SIGN_IN=anywhere if that is what you want",
  ];
}

function findStorageConflicts(values: VariableValues): string[] {
  const problems: string[] = [];
  const { S3_BUCKET, S3_REGION, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = values;
  if (S3_BUCKET && !S3_REGION && !S3_ENDPOINT)
    problems.push("S3_REGION is required with S3_BUCKET, unless S3_ENDPOINT is set");
  for (const name of [
    "S3_REGION",
    "S3_ENDPOINT",
    "S3_PATH_STYLE",
    "S3_ACCESS_KEY_ID",
    "S3_SECRET_ACCESS_KEY",
  ] as const) {
    // Without this check, files meant for a bucket would silently go to a disk that may be ephemeral.
    if (values[name] && !S3_BUCKET) problems.push(`S3_BUCKET is required with ${name}`);
  }
  if (S3_ACCESS_KEY_ID && !S3_SECRET_ACCESS_KEY)
    problems.push("S3_SECRET_ACCESS_KEY is required with S3_ACCESS_KEY_ID");
  if (S3_SECRET_ACCESS_KEY && !S3_ACCESS_KEY_ID)
    problems.push("S3_ACCESS_KEY_ID is required with S3_SECRET_ACCESS_KEY");
  for (const name of ["STORAGE_PER_PERSON_MB", "STORAGE_PER_GROUP_MB"] as const) {
    if (values[name] < values.UPLOAD_MAX_MB)
      problems.push(`${name} must be at least UPLOAD_MAX_MB: otherwise a file of that size could never be stored`);
  }
  return problems;
}

function toConfig(values: VariableValues): Config {
  return {
    host: values.HOST ?? null,
    port: values.PORT,
    publicOrigin: values.PUBLIC_URL ? new URL(values.PUBLIC_URL).origin : null,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL ?? null,
    secretKey: values.SECRET_KEY ?? null,
    admins: values.ADMINS.map(foldEmail),
    chatEndpoint: values.CHAT_ENDPOINT,
    oidc:
      values.OIDC_ISSUER && values.OIDC_CLIENT_ID
        ? {
            issuer: values.OIDC_ISSUER,
            clientId: values.OIDC_CLIENT_ID,
            clientSecret: values.OIDC_CLIENT_SECRET ?? null,
            trustsEmail: values.OIDC_TRUST_EMAIL === "on",
          }
        : null,
    embeddedSignIn: values.EMBEDDED_SIGN_IN,
    productName: values.PRODUCT_NAME,
    policyUrl: values.POLICY_URL ?? null,
    contactEmail: values.CONTACT_EMAIL ?? null,
    supportEmail: values.SUPPORT_EMAIL ?? null,
    openAiApiKey: values.OPENAI_API_KEY ?? null,
    azure:
      values.AZURE_OPENAI_ENDPOINT && values.AZURE_OPENAI_API_KEY
        ? {
            endpoint: values.AZURE_OPENAI_ENDPOINT.replace(/\/+$/, ""),
            apiKey: values.AZURE_OPENAI_API_KEY,
            apiVersion: values.AZURE_OPENAI_API_VERSION,
            deployments: values.AZURE_OPENAI_DEPLOYMENTS,
          }
        : null,
    openAiCompatible: {
      urls: values.OPENAI_COMPATIBLE_URL.map((url) => url.replace(/\/+$/, "")),
      apiKey: values.OPENAI_COMPATIBLE_API_KEY ?? null,
    },
    anthropic: values.ANTHROPIC_API_KEY
      ? { url: appendApiVersion(values.ANTHROPIC_BASE_URL, "/v1"), apiKey: values.ANTHROPIC_API_KEY }
      : null,
    google: values.GOOGLE_API_KEY
      ? { url: appendApiVersion(values.GOOGLE_BASE_URL, "/v1beta"), apiKey: values.GOOGLE_API_KEY }
      : null,
    bedrock: toBedrockConfig(values),
    embeddingsModel: values.EMBEDDINGS_MODEL ?? null,
    reranker: values.RERANK_URL
      ? {
          url: values.RERANK_URL.replace(/\/+$/, "").replace(/\/rerank$/, ""),
          model: values.RERANK_MODEL ?? null,
          apiKey: values.RERANK_API_KEY ?? null,
        }
      : null,
    rewriting: {
      isEnabled: values.QUERY_REWRITE === "on",
      timeoutMs: values.QUERY_REWRITE_TIMEOUT_SECONDS * 1_000,
    },
    modelPrices: values.MODEL_PRICES,
    rateLimits: toRateLimits(values),
    maxConcurrentAnswers: values.ANSWERS_AT_ONCE,
    locksWhileAnswering: values.LOCK_WHILE_ANSWERING === "on",
    defaultStorage: toDefaultStorage(values.DEFAULT_CONVERSATION_STORAGE),
    builtInGroupName: values.BUILT_IN_GROUP_NAME,
    defaultTheme: values.DEFAULT_THEME,
    maxConcurrentExtractions: values.EXTRACTIONS_AT_ONCE,
    emailDirectory: values.EMAIL_DIRECTORY,
    coaPattern: values.COA_PATTERN,
    pythonPackages: values.PYTHON_PACKAGES ?? null,
    hidesIdentitiesInAnalytics: values.ANALYTICS_IDENTITIES === "hide",
    apiHosts: values.API_HOSTS,
    requestsPerMinute: values.REQUESTS_PER_MINUTE,
    signInRequestsPerMinute: values.SIGN_IN_REQUESTS_PER_MINUTE,
    trustedProxies: values.TRUSTED_PROXIES,
    exportTemplatesDir: values.EXPORT_TEMPLATES_DIR ?? null,
    extraction: {
      memoryMb: values.EXTRACTION_MEMORY_MB,
      timeoutMs: values.EXTRACTION_TIMEOUT_SECONDS * 1_000,
      ocrLanguages: values.OCR === "on" ? values.OCR_LANGUAGES : null,
    },
    shutdownDelayMs: values.SHUTDOWN_DELAY_SECONDS * 1_000,
    shutdownGraceMs: values.SHUTDOWN_GRACE_SECONDS * 1_000,
    s3: toS3Config(values),
    uploadMaxBytes: values.UPLOAD_MAX_MB * 1_000_000,
    features: Object.fromEntries(values.FEATURES),
    uploadExtensions: values.UPLOAD_EXTENSIONS.length > 0 ? values.UPLOAD_EXTENSIONS : null,
    storagePerPersonBytes: values.STORAGE_PER_PERSON_MB * 1_000_000,
    storagePerGroupBytes: values.STORAGE_PER_GROUP_MB * 1_000_000,
    groupsPerPerson: values.GROUPS_PER_PERSON,
    assistantsPerOwner: values.ASSISTANTS_PER_OWNER,
    versionsPerAssistant: values.VERSIONS_PER_ASSISTANT,
    metricsToken: values.METRICS_TOKEN ?? null,
    logLevel: values.LOG_LEVEL ?? null,
  };
}

/** Appends the API version to a bare origin, because the vendors' own tools expect a URL without it. */
function appendApiVersion(url: string, version: string): string {
  const trimmedUrl = url.replace(/\/+$/, "");
  return new URL(trimmedUrl).pathname === "/" ? trimmedUrl + version : trimmedUrl;
}

function toBedrockConfig(values: VariableValues): BedrockConfig | null {
  const region = values.BEDROCK_REGION;
  if (!region) return null;
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = values;
  const domain = region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
  return {
    url: (values.BEDROCK_BASE_URL ?? `https://bedrock-runtime.${region}.${domain}`).replace(/\/+$/, ""),
    region,
    models: values.BEDROCK_MODELS,
    apiKey: values.AWS_BEARER_TOKEN_BEDROCK ?? null,
    awsCredentials:
      !values.AWS_BEARER_TOKEN_BEDROCK && accessKeyId && secretAccessKey
        ? { accessKeyId, secretAccessKey, sessionToken: values.AWS_SESSION_TOKEN ?? null }
        : null,
  };
}

function toS3Config(values: VariableValues): S3Config | null {
  const { S3_BUCKET, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = values;
  if (!S3_BUCKET) return null;
  return {
    bucket: S3_BUCKET,
    region: values.S3_REGION ?? "us-east-1",
    endpoint: S3_ENDPOINT?.replace(/\/+$/, "") ?? null,
    pathStyle: values.S3_PATH_STYLE ? values.S3_PATH_STYLE === "true" : S3_ENDPOINT !== undefined,
    credentials:
      S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY
        ? { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY }
        : null,
  };
}

function toRateLimits({ LIMIT_HOURLY, LIMIT_DAILY, LIMIT_MONTHLY }: VariableValues): RateLimit[] {
  const rates = { Hourly: LIMIT_HOURLY, Daily: LIMIT_DAILY, Monthly: LIMIT_MONTHLY } as const;
  return LimitPeriod.options.flatMap((period) => {
    const rate = rates[period];
    return rate === undefined ? [] : [{ period, rate: Number(rate) }];
  });
}

export function isLoopbackHost(host: string): boolean {
  return host === "localhost" || host === "::1" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}

function toDefaultStorage(storage: "browser" | "cloud" | undefined): Config["defaultStorage"] {
  if (storage === undefined) return null;
  return storage === "cloud" ? "cloud" : "local";
}
