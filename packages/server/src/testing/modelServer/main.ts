import { scriptedModels, startModelServer } from "./startModelServer.ts";

const port = Number(process.argv[2] ?? process.env.PORT ?? 4010);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error("Give a port from 0 to 65535 as the argument or in PORT.");
  process.exit(1);
}

try {
  const server = await startModelServer({ port, isRecording: false });
  console.log(`A scripted model server answers at ${server.url}`);
  console.log(`Its models: ${scriptedModels.join(", ")}`);
  console.log(
    `Connect it in Lectern with "Connect a model", or start Lectern with OPENAI_COMPATIBLE_URL=${server.url}`,
  );
  console.log(
    "Steer it from a message: [[tokens: 500]] [[pace: 20]] [[showcase]] [[status: 429; retry-after: 7]] [[cut: 10]] …",
  );
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void server.close().then(() => process.exit(0)));
  }
} catch (error) {
  const isPortInUse = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
  console.error(isPortInUse ? `Port ${port} is taken: give another one, as in PORT=4011.` : error);
  process.exit(1);
}
