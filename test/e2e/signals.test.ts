/** The executable and the signals that operators send it. */
import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { openBench, type RunningBinary } from "../support/binary.ts";
import { scriptedModel } from "../support/fakes/scripted-model.ts";

const bench = openBench();
afterAll(() => bench.clean());

let [file, dataDir] = ["", ""];
beforeEach(() => {
  dataDir = bench.folder();
  file = join(dataDir, "docent.conf");
});

const start = (settings: string, env: Record<string, string> = {}) => {
  writeFileSync(file, settings);
  return bench.start({ dataDir, env: { DOCENT_CONFIG: file, ...env } });
};

/** Makes the service read the file again, and returns its log of that. */
async function reload(service: RunningBinary, settings: string): Promise<unknown> {
  writeFileSync(file, settings);
  const seen = (await service.logged(/"event":"settings\./)).length;
  service.signal("SIGHUP");
  const lines = await service.logged(/"event":"settings\./, seen + 1);
  const { time: _, ...line } = JSON.parse(lines[seen] ?? "");
  return line;
}

const allowed = async ({ address }: RunningBinary) => {
  const response = await fetch(`${address}/healthz`, { headers: { origin: "https://app.example.org" } });
  return response.headers.get("access-control-allow-origin");
};

describe("SIGHUP", () => {
  test("applies live settings, and reports which changes need a restart", async () => {
    const service = await start("DOCENT_OFFLINE=false", { DOCENT_RATE_LIMIT: "60" });
    expect(await allowed(service)).toBeNull();
    const changed = ["DOCENT_CORS_ORIGINS=https://app.example.org", "DOCENT_OFFLINE=true", "DOCENT_RATE_LIMIT=7"];
    expect(await reload(service, changed.join("\n"))).toEqual({
      level: "info",
      event: "settings.reloaded",
      changed: "DOCENT_CORS_ORIGINS",
      needs_restart: "DOCENT_OFFLINE",
    });
    expect(await allowed(service)).toBe("https://app.example.org");
    expect(await reload(service, "")).toMatchObject({
      changed: "DOCENT_CORS_ORIGINS",
      needs_restart: "DOCENT_OFFLINE",
    });
    expect(await allowed(service)).toBeNull();
    expect(await service.terminate()).toBe(0);
  });

  test("changes nothing if the file has a mistake", async () => {
    const service = await start("DOCENT_CORS_ORIGINS=https://app.example.org");
    expect(await reload(service, "DOCENT_CORS_ORIGINS=\nDOCENT_LOG_LEVEL=loud")).toEqual({
      level: "warn",
      event: "settings.refused",
      problems: `${file}:2: DOCENT_LOG_LEVEL must be error or warn or info or debug, not "loud".`,
    });
    expect(await allowed(service)).toBe("https://app.example.org");
    expect(await service.terminate()).toBe(0);
  });
});

/** A request whose body has begun to arrive when this resolves. */
async function slowRequest(service: RunningBinary) {
  const { hostname, port } = new URL(service.address);
  const reply = Promise.withResolvers<string>();
  let text = "";
  const socket = connect(Number(port), hostname);
  socket.on("data", (piece) => (text += piece));
  socket.on("error", () => undefined);
  socket.on("close", () => reply.resolve(text.split("\r\n", 1)[0] ?? ""));
  const head = ["POST /v1/experts HTTP/1.1", "Host: localhost", `Authorization: Bearer ${service.key}`];
  const fields = ["Content-Type: application/json", "Content-Length: 16", "Connection: close", "", ""];
  await new Promise((sent) => socket.write(`${[...head, ...fields].join("\r\n")}{"name": `, sent));
  // Later bytes arrive later, so the service has seen the start of our request when it answers this one.
  await fetch(`${service.address}/healthz`);
  return { finish: () => socket.write('"Slow"}'), status: reply.promise };
}

/** A stream that has begun. */
async function openStream({ address, key }: RunningBinary, path: string, body: object) {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const sent = JSON.stringify({ ...body, stream: true });
  const response = await fetch(address + path, { method: "POST", headers, body: sent });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const { value: first = "" } = await reader.read();
  const rest = async () => {
    let text = first;
    for (let next = await reader.read(); !next.done; next = await reader.read()) text += next.value;
    return text;
  };
  return { rest };
}

describe("SIGTERM", () => {
  test("lets a running request finish", async () => {
    const service = await start("");
    const { finish, status } = await slowRequest(service);
    const ended = service.terminate();
    await service.logged(/service\.stopping/, 1);
    finish();
    expect(await status).toBe("HTTP/1.1 201 Created");
    expect(await ended).toBe(0);
    expect(await service.log()).not.toContain("service.cut");
  });

  test("answers new requests with 503 and Retry-After", async () => {
    const service = await start("");
    const { finish, status } = await slowRequest(service);
    const ended = service.terminate();
    await service.logged(/service\.stopping/, 1);
    const refused = await service.request("GET", "/v1/experts");
    expect([refused.status, refused.error.code]).toEqual([503, "shutting_down"]);
    expect(refused.headers.get("retry-after")).toBe("5");
    expect((await service.request("GET", "/readyz")).status).toBe(503);
    expect((await service.request("GET", "/healthz")).status).toBe(200);
    finish();
    expect(await status).toBe("HTTP/1.1 201 Created");
    expect(await ended).toBe(0);
  });

  test("ends streams that take longer than the deadline with an error as their last event", async () => {
    const model = scriptedModel([
      { kind: "stream", pieces: ["The hall is painted every year [1]. ", "And "], ending: "stall" },
    ]);
    try {
      const settings = { DOCENT_LLM_URL: model.url, DOCENT_LLM_MODEL: "small", DOCENT_LLM_CONTEXT: "8192" };
      const service = await start("DOCENT_DRAIN_SECONDS=0", settings);
      await service.request("POST", "/v1/experts", { name: "Hall" });
      await service.request("POST", "/v1/experts/hall/sources?wait=60", { text: "The hall is painted every year." });
      await model.tried;
      const streams = await Promise.all([
        openStream(service, "/v1/experts/hall/query", { question: "When is the hall painted?" }),
        openStream(service, "/v1/chat/completions", {
          model: "hall",
          messages: [{ role: "user", content: "When is the hall painted?" }],
        }),
      ]);
      const ended = service.terminate();
      for (const { rest } of streams) {
        const frames = (await rest()).trimEnd().split("\n\n");
        expect(frames.at(-1)).toContain('"code":"shutting_down"');
      }
      expect(await ended).toBe(0);
    } finally {
      await model.stop();
    }
  });

  test("cuts requests that take longer than the deadline, and logs it", async () => {
    const service = await start("DOCENT_DRAIN_SECONDS=0");
    const { status } = await slowRequest(service);
    expect(await service.terminate()).toBe(0);
    expect(await status).toBe("");
    expect(await service.log()).toContain('"event":"service.cut"');
  });

  test("given twice ends it at once", async () => {
    const service = await start("DOCENT_DRAIN_SECONDS=3600");
    const { status } = await slowRequest(service);
    const ended = service.terminate();
    await service.logged(/service\.stopping/, 1);
    service.signal("SIGTERM");
    expect(await ended).toBe(143);
    expect(await status).toBe("");
  });
});
