import { openEmbeddedClient } from "./src/platform/db/embeddedClient.ts";
for (let i=0;i<3;i++){ const t=performance.now(); const c = await openEmbeddedClient({}); console.log("open", performance.now()-t, process.memoryUsage().rss/1e6);
const t2=performance.now(); await c.exec("create extension if not exists vector"); console.log("ext", performance.now()-t2); await c.close(); }
