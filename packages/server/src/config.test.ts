import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";
import { variables } from "./configVariables.ts";

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe("readConfig", () => {
  test("an empty environment configures a local server with the embedded database and sign-in", () => {
    expect(readConfig({})).toMatchObject({
      host: null,
      port: 3000,
      publicOrigin: null,
      dataDir: "data",
      databaseUrl: null,
      admins: [],
      chatEndpoint: "/chat",
      oidc: null,
      productName: "Lectern",
    });
  });

  test("passages are reranked only by a configured server", () => {
    expect(readConfig({}).reranker).toBeNull();
    expect(readConfig({ RERANK_URL: "http://localhost:8080/rerank" }).reranker).toEqual({
      url: "http://localhost:8080",
      model: null,
      apiKey: null,
    });
    const environment = { RERANK_URL: "https://api.jina.ai/v1/", RERANK_MODEL: "reranker", RERANK_API_KEY: "key" };
    expect(readConfig(environment).reranker).toEqual({
      url: "https://api.jina.ai/v1",
      model: "reranker",
      apiKey: "key",
    });
    expect(problemsOf({ RERANK_URL: "file:///etc/passwd" })).toHaveLength(1);
    expect(problemsOf({ RERANK_MODEL: "reranker" })).toHaveLength(1);
  });

  test("hosts in private networks are named with or without a port", () => {
    expect(readConfig({}).apiHosts).toEqual([]);
    const hosts = "API.uni.edu, api.uni.edu:80,api.uni.edu:443, 10.1.2.3:8080, [FD00:0::1]:8443,[fd00::2]";
    expect(readConfig({ API_HOSTS: hosts }).apiHosts).toEqual([
      ...["api.uni.edu", "api.uni.edu:80", "api.uni.edu:443", "10.1.2.3:8080", "[fd00::1]:8443", "[fd00::2]"],
    ]);
    for (const host of ["https://api.uni.edu", "api.uni.edu/v1", "me@api.uni.edu", "fd00::1", "api.uni.edu:70000"]) {
      expect(problemsOf({ API_HOSTS: host }), host).toHaveLength(1);
    }
  });

  test("a question is rewritten, in at most four seconds", () => {
    expect(readConfig({}).rewriting).toEqual({ isEnabled: true, timeoutMs: 4_000 });
    const environment = { QUERY_REWRITE: "off", QUERY_REWRITE_TIMEOUT_SECONDS: "4" };
    expect(readConfig(environment).rewriting).toEqual({ isEnabled: false, timeoutMs: 4_000 });
    expect(problemsOf({ QUERY_REWRITE_TIMEOUT_SECONDS: "0" })).toHaveLength(1);
  });

  test("files are stored on disk, or in the configured bucket", () => {
    expect(readConfig({})).toMatchObject({
      s3: null,
      uploadMaxBytes: 200_000_000,
      uploadExtensions: null,
      features: {},
      storagePerPersonBytes: 10_000_000_000,
    });
    expect(readConfig({ S3_BUCKET: "files", S3_REGION: "eu-central-1" }).s3).toEqual({
      bucket: "files",
      region: "eu-central-1",
      endpoint: null,
      pathStyle: false,
      credentials: null,
    });
    expect(
      readConfig({
        S3_BUCKET: "files",
        S3_ENDPOINT: "http://localhost:9000/",
        S3_ACCESS_KEY_ID: "id",
        S3_SECRET_ACCESS_KEY: "secret",
      }).s3,
    ).toEqual({
      bucket: "files",
      region: "us-east-1",
      endpoint: "http://localhost:9000",
      pathStyle: true,
      credentials: { accessKeyId: "id", secretAccessKey: "secret" },
    });
    const virtualHostEnvironment = { S3_BUCKET: "files", S3_ENDPOINT: "https://s3.uni.edu", S3_PATH_STYLE: "false" };
    expect(readConfig(virtualHostEnvironment).s3?.pathStyle).toBe(false);
  });

  test.each<[Record<string, string>, RegExp]>([
    [{ S3_BUCKET: "files" }, /^S3_REGION is required with S3_BUCKET/],
    [{ S3_ENDPOINT: "http://localhost:9000" }, /^S3_BUCKET is required with S3_ENDPOINT/],
    [{ S3_BUCKET: "Files!", S3_REGION: "eu-central-1" }, /^S3_BUCKET must be the name of a bucket/],
    [{ S3_BUCKET: "files", S3_REGION: "r", S3_ACCESS_KEY_ID: "id" }, /^S3_SECRET_ACCESS_KEY is required/],
    [{ S3_BUCKET: "files", S3_REGION: "r", S3_SECRET_ACCESS_KEY: "s" }, /^S3_ACCESS_KEY_ID is required/],
    [{ S3_BUCKET: "files", S3_REGION: "r", S3_PATH_STYLE: "yes" }, /^S3_PATH_STYLE must be true or false/],
    [{ FEATURES: "createGroups" }, /^FEATURES must list names of features/],
    [{ UPLOAD_EXTENSIONS: "pdf, mp3" }, /^UPLOAD_EXTENSIONS must list extensions of files that can be read/],
    [{ UPLOAD_MAX_MB: "0" }, /^UPLOAD_MAX_MB must be a number of megabytes/],
    [{ UPLOAD_MAX_MB: "200", STORAGE_PER_PERSON_MB: "100" }, /^STORAGE_PER_PERSON_MB must be at least UPLOAD_MAX_MB/],
    [{ UPLOAD_MAX_MB: "200", STORAGE_PER_GROUP_MB: "100" }, /^STORAGE_PER_GROUP_MB must be at least UPLOAD_MAX_MB/],
  ])("rejects %j, with which files could not be stored", (environment, problem) => {
    expect(problemsOf(environment)).toEqual([expect.stringMatching(problem)]);
  });

  test("lists are split at commas and trimmed, and URLs lose their trailing slash", () => {
    const config = readConfig({
      ADMINS: " Ada@Uni.edu , grace@uni.edu,",
      OPENAI_COMPATIBLE_URL: "http://localhost:1234/v1/, https://models.uni.edu/v1",
      PUBLIC_URL: "https://chat.uni.edu/",
      EMBEDDED_SIGN_IN: "anywhere",
      FEATURES: "createAstAdminGroups, -workflowCreate",
      UPLOAD_EXTENSIONS: "pdf, .DOCX",
    });
    expect(config.admins).toEqual(["ada@uni.edu", "grace@uni.edu"]);
    expect(config.features).toEqual({ createAstAdminGroups: true, workflowCreate: false });
    expect(config.uploadExtensions).toEqual(["pdf", "docx"]);
    expect(config.openAiCompatible.urls).toEqual(["http://localhost:1234/v1", "https://models.uni.edu/v1"]);
    expect(config.publicOrigin).toBe("https://chat.uni.edu");
  });

  test("a vendor's URL without a path gets its API version, and Bedrock's URL is derived from its region", () => {
    const config = readConfig({
      ANTHROPIC_API_KEY: "a",
      ANTHROPIC_BASE_URL: "https://api.anthropic.com/",
      GOOGLE_API_KEY: "g",
      GOOGLE_BASE_URL: "https://gateway.uni.edu/google/v1beta/",
      BEDROCK_REGION: "eu-central-1",
      BEDROCK_MODELS: "m1, m2",
      AWS_BEARER_TOKEN_BEDROCK: "b",
      AWS_ACCESS_KEY_ID: "AKIA",
      AWS_SECRET_ACCESS_KEY: "s",
    });
    expect(config.anthropic).toEqual({ url: "https://api.anthropic.com/v1", apiKey: "a" });
    expect(config.google).toEqual({ url: "https://gateway.uni.edu/google/v1beta", apiKey: "g" });
    expect(config.bedrock).toEqual({
      url: "https://bedrock-runtime.eu-central-1.amazonaws.com",
      region: "eu-central-1",
      models: ["m1", "m2"],
      apiKey: "b",
      awsCredentials: null,
    });
    const configWithoutKeys = readConfig({ AWS_ACCESS_KEY_ID: "AKIA", AWS_SECRET_ACCESS_KEY: "s" });
    expect(configWithoutKeys).toMatchObject({ anthropic: null, google: null, bedrock: null });
  });

  test("[C7.46] an empty CHAT_ENDPOINT stays empty, so that people see that it is not set", () => {
    expect(readConfig({ CHAT_ENDPOINT: "" }).chatEndpoint).toBe("");
    expect(readConfig({}).chatEndpoint).toBe("/chat");
  });

  test("every problem is reported at once, with the variable's name and never its value", () => {
    const problems = problemsOf({
      PORT: "eighty",
      ADMINS: "nobody",
      DATABASE_URL: "mysql://u:hunter2@h/d",
      SECRET_KEY: "short",
    });
    expect(problems.map((problem) => problem.split(" ")[0])).toEqual(["PORT", "DATABASE_URL", "SECRET_KEY", "ADMINS"]);
    expect(problems.join("\n")).not.toContain("hunter2");
    expect(problems[0]).toBe("PORT must be a number from 0 to 65535");
  });

  test.each([
    [{ DATABASE_URL: "postgres://localhost/lectern" }, "SECRET_KEY is required with DATABASE_URL"],
    [{ OIDC_ISSUER: "https://id.uni.edu" }, "OIDC_CLIENT_ID is required with OIDC_ISSUER"],
    [
      { AZURE_OPENAI_ENDPOINT: "https://x.openai.azure.com" },
      "AZURE_OPENAI_API_KEY is required with AZURE_OPENAI_ENDPOINT",
    ],
    [
      { BEDROCK_REGION: "eu-central-1", AWS_ACCESS_KEY_ID: "AKIA", AWS_SECRET_ACCESS_KEY: "s" },
      "BEDROCK_MODELS is required with BEDROCK_REGION",
    ],
    [{ BEDROCK_MODELS: "m" }, "BEDROCK_REGION is required with BEDROCK_MODELS"],
    [
      { BEDROCK_REGION: "eu-central-1", BEDROCK_MODELS: "m", AWS_ACCESS_KEY_ID: "AKIA" },
      "BEDROCK_REGION needs AWS_BEARER_TOKEN_BEDROCK, or AWS_ACCESS_KEY_ID together with AWS_SECRET_ACCESS_KEY",
    ],
  ])("variables that require each other are rejected alone: %o", (environment, problem) => {
    expect(problemsOf(environment)).toContain(problem);
  });

  test("the institution may set where new conversations are stored; otherwise people are asked", () => {
    expect(readConfig({}).defaultStorage).toBeNull();
    expect(readConfig({ DEFAULT_CONVERSATION_STORAGE: "browser" }).defaultStorage).toBe("local");
    expect(readConfig({ DEFAULT_CONVERSATION_STORAGE: "cloud" }).defaultStorage).toBe("cloud");
    expect(problemsOf({ DEFAULT_CONVERSATION_STORAGE: "disk" })).toContain(
      "DEFAULT_CONVERSATION_STORAGE must be browser or cloud",
    );
  });

  test("the theme is that of the device unless the institution sets another", () => {
    expect(readConfig({}).defaultTheme).toBe("device");
    expect(readConfig({ DEFAULT_THEME: "light" }).defaultTheme).toBe("light");
    expect(problemsOf({ DEFAULT_THEME: "auto" })).toContain("DEFAULT_THEME must be device, dark or light");
  });

  test("[A3.14] limits are positive amounts of money per period; an unset period has no limit", () => {
    expect(readConfig({}).rateLimits).toEqual([]);
    expect(readConfig({ LIMIT_MONTHLY: "20", LIMIT_HOURLY: "1", LIMIT_DAILY: "5.5" }).rateLimits).toEqual([
      { period: "Hourly", rate: 1 },
      { period: "Daily", rate: 5.5 },
      { period: "Monthly", rate: 20 },
    ]);
    expect(readConfig({ LIMIT_MONTHLY: "20", LIMIT_HOURLY: " 0.25 ", LIMIT_DAILY: "" }).rateLimits).toEqual([
      { period: "Hourly", rate: 0.25 },
      { period: "Monthly", rate: 20 },
    ]);
    for (const wrongValue of ["0", "-1", "5 dollars", "1e3", "0x10", "1,50", "Infinity", ".", "0.0000000001"]) {
      expect(problemsOf({ LIMIT_DAILY: wrongValue })).toEqual([
        "LIMIT_DAILY must be an amount in US dollars greater than 0, such as 2.50",
      ]);
    }
  });

  test("a limit with a misspelled name is rejected instead of ignored", () => {
    expect(problemsOf({ LIMIT_DALY: "3" })).toEqual([
      "LIMIT_DALY is not a known variable: use LIMIT_HOURLY, LIMIT_DAILY or LIMIT_MONTHLY",
    ]);
  });

  test("prices are parsed per model, whose name may contain slashes, colons and equals signs", () => {
    const { modelPrices } = readConfig({ MODEL_PRICES: "llama3.3:70b=0.40/0.80, org/model=x=2.5/10/1.25/3" });
    expect(modelPrices).toEqual([
      { model: "llama3.3:70b", input: 0.4, output: 0.8, cached: null, cacheWrite: null },
      { model: "org/model=x", input: 2.5, output: 10, cached: 1.25, cacheWrite: 3 },
    ]);
    for (const wrongValue of ["gpt-4o", "gpt-4o=2", "=1/2", "m=1/2/3/4/5", "m=-1/2", "m=a/b"])
      expect(problemsOf({ MODEL_PRICES: wrongValue })).toEqual([
        expect.stringContaining("MODEL_PRICES must list prices"),
      ]);
  });

  test("the embedded sign-in is available to other machines only if explicitly allowed", () => {
    const openEnvironment = { HOST: "0.0.0.0", PUBLIC_URL: "https://chat.uni.edu" };
    expect(problemsOf(openEnvironment)).toEqual([
      expect.stringMatching(/^HOST is 0\.0\.0\.0, which other machines can reach.*set OIDC_ISSUER/),
    ]);
    expect(problemsOf(openEnvironment)[0]).toMatch(/EMBEDDED_SIGN_IN=anywhere/);
    expect(problemsOf({ ...openEnvironment, EMBEDDED_SIGN_IN: "anywhere" })).toEqual([]);
    expect(problemsOf({ ...openEnvironment, OIDC_ISSUER: "https://id.uni.edu", OIDC_CLIENT_ID: "lectern" })).toEqual(
      [],
    );
    expect(problemsOf({ HOST: "0.0.0.0", EMBEDDED_SIGN_IN: "anywhere" })).toEqual(["PUBLIC_URL is required with HOST"]);
    expect(problemsOf({ HOST: "127.0.0.1" })).toEqual([]);
  });

  test("the configuration is frozen", () => {
    expect(Object.isFrozen(readConfig({}))).toBe(true);
  });

  test(".env.example names every variable and sets none", () => {
    const example = readFileSync(new URL("../../../.env.example", import.meta.url), "utf8");
    expect(parseEnv(example)).toEqual({});
    expect(example).not.toContain("**");
    const commentedNames = [...example.matchAll(/^#([A-Z0-9_]+)=$/gm)].map((match) => match[1]);
    expect(commentedNames).toEqual(Object.keys(variables));
  });
});
