import { createHash } from "node:crypto";
import { getApiDocumentation, getApiDocumentationTemplates, limits, uploadApiDocumentation } from "@lectern/contract";
import { parse } from "csv-parse/sync";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { configureFlags } from "../../testing/configureFlags.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/createTestApp.ts";
import { forgetFlags } from "../flags/service.ts";

const postman = JSON.stringify({
  info: { name: "Ours", schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
  item: [],
});

async function setFlags({ platform }: TestApp, flags: Parameters<typeof configureFlags>[1]): Promise<void> {
  await configureFlags(platform.db, flags);
  forgetFlags(platform);
}

interface Collection {
  info: { schema: string };
  item: { name: string; item: { name: string; request: object }[] }[];
}

describe("the documentation of the API", () => {
  let server: TestApp;
  let site: TestPerson;
  let ann: TestPerson;
  beforeAll(async () => {
    server = await createTestApp({ environment: { ADMINS: "site@uni.edu,second@uni.edu" } });
    [site, ann] = [await server.signIn("site@uni.edu"), await server.signIn("ann@uni.edu")];
  });
  afterAll(() => server.close());

  const read = async () => (await site.proxy(getApiDocumentation, {})).result;
  const upload = async (filename: string, content: string | Buffer, person = site) => {
    const payload = Buffer.from(content);
    const content_md5 = createHash("md5").update(payload).digest("base64");
    const { body, result } = await person.proxy(uploadApiDocumentation, { filename, content_md5 });
    if (!result?.presigned_url) return body.message;
    const reply = await server.app.inject({
      method: "PUT",
      url: result.presigned_url,
      headers: result.headers,
      payload,
    });
    return reply.statusCode === 200 ? 200 : reply.json<{ message: string }>().message;
  };
  const download = async (url: string | null) => server.app.inject({ url: url ?? "" });

  test("[A7.36] a PDF, a CSV file and a Postman collection are stored, and each is replaced by a newer one", async () => {
    expect(await read()).toMatchObject({ doc_url: null, documents: [] });
    expect(await upload("Guide.pdf", "%PDF-1.7 first")).toBe(200);
    const [first] = await server.platform.db.selectFrom("site_files").select("id").execute();
    expect(await upload("ops.CSV", "Name,Path\nask,/chat")).toBe(200);
    expect(await upload("ours.json", postman)).toBe(200);
    expect(await upload("New guide.pdf", "%PDF-1.7 second")).toBe(200);
    const { doc_url, csv_url, postman_url, documents } = await read();
    expect(documents.map(({ kind, name }) => `${kind} ${name}`).sort()).toEqual([
      "csv ops.CSV",
      "pdf New guide.pdf",
      "postman ours.json",
    ]);
    const pdf = await download(doc_url);
    expect([pdf.body, pdf.headers["content-type"]]).toEqual(["%PDF-1.7 second", "application/pdf"]);
    expect(pdf.headers["content-disposition"]).toContain('filename="New guide.pdf"');
    expect((await download(csv_url)).body).toBe("Name,Path\nask,/chat");
    expect((await download(postman_url)).body).toBe(postman);
    expect(await server.platform.blobs.stat(`siteFiles/${first?.id}`)).toBeNull();
  });

  test("an address takes one file, also when that was replaced since, and only of the size that was signed", async () => {
    const payload = Buffer.from("%PDF-1.7 once");
    const { result } = await site.proxy(uploadApiDocumentation, { filename: "Once.pdf", size: payload.length });
    const put = async (content: Buffer) => {
      const { presigned_url: url, headers } = result;
      const reply = await server.app.inject({ method: "PUT", url, headers, payload: content });
      return reply.statusCode === 200 ? 200 : reply.json<{ message: string }>().message;
    };
    const used = "This file has already been uploaded.";
    expect(await put(Buffer.from("%PDF-1.7 another"))).toBe(
      "The file was damaged during the upload. Please upload it again.",
    );
    expect([await put(payload), await put(payload)]).toEqual([200, used]);
    await upload("Later.pdf", "%PDF-1.7 later");
    expect(await put(payload)).toBe(used);
    expect((await read()).documents).toContainEqual(expect.objectContaining({ kind: "pdf", name: "Later.pdf" }));
  });

  test("a file is what its name says, and not too large", async () => {
    const before = await read();
    for (const [name, content, reason] of [
      ["a.exe", "MZ", "This file type is not supported. Please upload a file of type: pdf, csv, json"],
      ["../a.pdf", "%PDF-", "This file type is not supported. Please upload a file of type: pdf, csv, json"],
      ["a.pdf", "<script>", "This file is not a PDF."],
      ["a.csv", Buffer.from([0x50, 0x4b, 0, 0xff]), "This file is not a CSV file with a heading for each column."],
      ["a.csv", "only one column", "This file is not a CSV file with a heading for each column."],
      ["a.csv", 'open,"quote', "This file is not a CSV file with a heading for each column."],
      ["a.json", "{}", "This file is not a Postman collection."],
      ["a.json", "[".repeat(200_000), "This file is not a Postman collection."],
      ["a.pdf", Buffer.alloc(limits.apiDocumentBytes + 1), "This file is too large. A file can be at most 20 MB."],
    ] as const) {
      expect(await upload(name, content as string), name).toBe(reason);
    }
    expect((await read()).documents).toEqual(before.documents);
    const isLeft = server.platform.db.selectFrom("site_files").where("bytes", "is", null).where("name", "<>", "");
    expect(await isLeft.selectAll().execute()).toEqual([]);
  });

  test("[A7.52] [A7.53] [A7.37] the upload and the templates are addresses of the API with its shapes", async () => {
    const token = (person: TestPerson) => ({ authorization: `Bearer ${person.token}` });
    const payload = Buffer.from("%PDF-1.7 by address");
    const content_md5 = createHash("md5").update(payload).digest("base64");
    const uploadBy = (person: TestPerson, data: object) =>
      server.app.inject({
        method: "POST",
        url: "/apiKeys/api_documentation/upload",
        headers: token(person),
        payload: { data },
      });
    const upload = (await uploadBy(site, { filename: "By address.pdf", content_md5 })).json();
    expect(upload.headers).toMatchObject({ "content-md5": content_md5 });
    const put = { method: "PUT", url: upload.presigned_url, headers: upload.headers, payload } as const;
    expect((await server.app.inject(put)).statusCode).toBe(200);
    expect((await read()).documents).toContainEqual(expect.objectContaining({ kind: "pdf", name: "By address.pdf" }));
    expect((await uploadBy(site, { content_md5 })).statusCode).toBe(400);
    expect((await uploadBy(ann, { filename: "Mine.pdf", content_md5 })).statusCode).toBe(403);
    const getTemplates = (person: TestPerson) =>
      server.app.inject({ url: "/apiKeys/api_documentation/get_templates", headers: token(person) });
    const templates = (await getTemplates(site)).json();
    expect(templates).toMatchObject({ success: true, presigned_url: expect.any(String) });
    const reply = await download(templates.presigned_url);
    expect([reply.statusCode, reply.headers["content-disposition"]]).toEqual([
      200,
      expect.stringMatching(/^attachment/),
    ]);
    expect((await getTemplates(ann)).statusCode).toBe(403);
  });

  test("[A9.05b] the templates are a zip archive that describes the operations for API keys", async () => {
    const { presigned_url } = (await site.proxy(getApiDocumentationTemplates, {})).result;
    const reply = await download(presigned_url);
    expect(reply.headers["content-type"]).toBe("application/zip");
    const files = unzipSync(reply.rawPayload);
    expect(Object.keys(files)).toEqual(["API documentation.md", "API operations.csv", "API.postman_collection.json"]);
    const texts = Object.values(files).map((file) => strFromU8(file));
    const [heading, ...rows]: string[][] = parse(texts[1] ?? "");
    expect(heading).toEqual(["Name", "Method", "Path", "Description", "Access types"]);
    expect(rows).toContainEqual([
      "beginUpload",
      "POST",
      "/files/upload",
      expect.stringContaining("Starts an upload"),
      "full_access, file_upload",
    ]);
    expect(texts.join()).not.toContain("/amplifymin/configs");
    // What administrators download, they can upload.
    expect(await upload("templates.csv", texts[1] ?? "")).toBe(200);
    expect(await upload("templates.json", texts[2] ?? "")).toBe(200);
  });

  test("[A7.38] [A7.51] people with the flag read what there is: the CSV file and the collection are written by the server until they are uploaded, a PDF is not", async () => {
    const clean = await createTestApp({ environment: { ADMINS: "site@uni.edu" } });
    onTestFinished(() => clean.close());
    const admin = await clean.signIn("site@uni.edu");
    const reader = await clean.signIn("ann@uni.edu");
    const get = async (person: TestPerson) => (await person.proxy(getApiDocumentation, {})).result;
    const open = async (url: string | null) => clean.app.inject({ url: url ?? "" });
    await setFlags(clean, { apiKeys: true });
    const written = await get(reader);
    expect(written).toMatchObject({ doc_url: null, documents: [] });
    const csv = await open(written.csv_url);
    expect([csv.headers["content-type"], csv.headers["content-disposition"]]).toEqual([
      "text/csv; charset=utf-8",
      expect.stringContaining('filename="API operations.csv"'),
    ]);
    const rows: string[][] = parse(csv.body);
    expect(rows.map(([name]) => name)).toEqual(expect.arrayContaining(["chat", "beginUpload", "createChatCompletion"]));
    const collection = (await open(written.postman_url)).json<Collection>();
    expect(collection.info.schema).toContain("v2.1.0");
    const files = collection.item.find(({ name }) => name === "Files");
    expect(files?.item.find(({ name }) => name === "deleteFile")?.request).toMatchObject({
      method: "POST",
      url: { raw: "{{baseUrl}}/files/delete" },
      body: { raw: JSON.stringify({ data: { key: "<key>" } }, null, 2) },
    });
    expect(collection.item.some(({ name }) => name === "Chat")).toBe(true);
    const compatible = collection.item.find(({ name }) => name === "OpenAI-compatible");
    expect(compatible?.item.map(({ name }) => name)).toEqual([
      ...["createChatCompletion", "createEmbedding", "listModels", "retrieveModel", "createResponse"],
    ]);
    const upload = await admin.proxy(uploadApiDocumentation, { filename: "Ours.csv", size: 7 });
    const { presigned_url: url, headers } = upload.result;
    await clean.app.inject({ method: "PUT", url, headers, payload: "A,B\n1,2" });
    const uploaded = await get(reader);
    // Who uploaded it is for administrators.
    expect(uploaded.documents).toMatchObject([{ kind: "csv", name: "Ours.csv", uploadedBy: null }]);
    expect((await get(admin)).documents).toMatchObject([{ uploadedBy: "site@uni.edu" }]);
    expect((await open(uploaded.csv_url)).body).toBe("A,B\n1,2");
    // Whoever loses the flag loses what it opened.
    await setFlags(clean, { apiKeys: false });
    expect((await open(uploaded.csv_url)).statusCode).toBe(403);
    expect((await reader.proxy(getApiDocumentation, {})).status).toBe(403);
    expect((await admin.proxy(getApiDocumentation, {})).status).toBe(200);
  });

  test("nobody but an administrator changes it or gets the templates, and without the flag nobody else reads it", async () => {
    await setFlags(server, { apiKeys: false });
    await upload("Guide.pdf", "%PDF-1.7");
    expect(await upload("Guide.pdf", "%PDF-1.7", ann)).toBe("You are not allowed to do this.");
    expect((await ann.proxy(getApiDocumentation, {})).status).toBe(403);
    expect((await ann.proxy(getApiDocumentationTemplates, {})).status).toBe(403);
    const { doc_url, csv_url } = await read();
    // The address of one document does not open another one.
    expect(
      (await download((doc_url ?? "").replace(/claim=[^&]+/, /claim=[^&]+/.exec(csv_url ?? "")?.[0] ?? ""))).statusCode,
    ).toBe(403);
    const second = await server.signIn("second@uni.edu");
    const { doc_url: url } = (await second.proxy(getApiDocumentation, {})).result;
    await server.platform.db
      .updateTable("users")
      .set({ email: "x@uni.edu" })
      .where("email", "=", "second@uni.edu")
      .execute();
    expect((await download(url)).statusCode).toBe(403);
  });
});
