import { describe, expect, test } from "bun:test";
import { changedSettings, settingsFilePath } from "../../src/config/given-settings.ts";
import { type Config, ConfigError, loadConfig } from "../../src/config/load-config.ts";

const load = (text: string, env: Record<string, string> = {}, ...flags: string[]): Config =>
  loadConfig({ env, flags, file: { name: "docent.conf", text } });

function problemsOf(text: string): readonly string[] {
  try {
    load(text);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe("a settings file", () => {
  test("has one setting per line, comments, and optional quotes", () => {
    const text = [
      "# the service",
      "",
      "DOCENT_PORT=8080\r",
      "  DOCENT_HOST = docent.internal  ",
      'DOCENT_LLM_MODEL="a model = 7"',
      "DOCENT_LLM_URL='http://localhost:1/v1'",
      "DOCENT_DATA_DIR=/srv/#1 docent",
      "DOCENT_OFFLINE=",
    ].join("\n");
    const { port, host, llm, dataDir, offline } = load(text);
    expect([port, host, llm?.model, llm?.url]).toEqual([
      8080,
      "docent.internal",
      "a model = 7",
      "http://localhost:1/v1",
    ]);
    expect([dataDir, offline]).toEqual(["/srv/#1 docent", false]);
  });

  test("is overridden by the environment, and that by flags", () => {
    const text = "DOCENT_PORT=1\nDOCENT_HOST=from.file\nDOCENT_LOG=json";
    const { port, host, log } = load(text, { DOCENT_PORT: "2", DOCENT_HOST: "from.env", DOCENT_LOG: "" }, "--port=3");
    expect({ port, host, log }).toEqual({ port: 3, host: "from.env", log: "json" });
  });

  test("is named by the flag rather than the variable", () => {
    expect(settingsFilePath({ env: {}, flags: [] })).toBeNull();
    expect(settingsFilePath({ env: { DOCENT_CONFIG: "a" }, flags: [] })).toBe("a");
    expect(settingsFilePath({ env: { DOCENT_CONFIG: "a" }, flags: ["--config", "b"] })).toBe("b");
  });

  test("with mistakes is refused with all of them, without the values of unknown settings", () => {
    const text = [
      "DOCENT_PORT=many",
      "DOCENT_API_KEI=secret-secret-secret",
      "DOCENT_API_KEY=short",
      "just words",
      "DOCENT_HOST=a",
      "DOCENT_HOST=b",
      "DOCENT_CONFIG=other.conf",
      "=7",
    ].join("\n");
    expect(problemsOf(text)).toEqual([
      "docent.conf:2: Unknown setting DOCENT_API_KEI. Did you mean DOCENT_API_KEY?",
      "docent.conf:4: This line does not have the form NAME=VALUE.",
      "docent.conf:6: DOCENT_HOST is given twice.",
      "docent.conf:7: DOCENT_CONFIG cannot be set in the settings file.",
      "docent.conf:8: This line does not have the form NAME=VALUE.",
      'docent.conf:1: DOCENT_PORT must be a whole number from 0 to 65535, not "many".',
      "docent.conf:3: DOCENT_API_KEY must be 16 to 256 printable ASCII characters without spaces.",
    ]);
  });
});

test("changes are reported with what they need to take effect; overridden settings did not change", () => {
  const sources = (text: string) => ({
    env: { DOCENT_RATE_LIMIT: "5" },
    flags: ["--port", "1"],
    file: { name: "docent.conf", text },
  });
  const before = sources("DOCENT_LOG_LEVEL=info\nDOCENT_HOST=a\nDOCENT_PORT=2\nDOCENT_RATE_LIMIT=1");
  const after = sources("DOCENT_LOG_LEVEL=debug\nDOCENT_PORT=3\nDOCENT_RATE_LIMIT=2\nDOCENT_MAX_CONCURRENT=4");
  expect(changedSettings(before, after)).toEqual({
    live: ["DOCENT_LOG_LEVEL", "DOCENT_MAX_CONCURRENT"],
    restart: ["DOCENT_HOST"],
  });
  expect(changedSettings(after, after)).toEqual({ live: [], restart: [] });
});
