/** The files for containers and for many nodes are well formed, and agree with the program. */
import { afterAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { allSettings, settings } from "../../src/config/settings.ts";
import { startService } from "../support/service.ts";

const root = join(import.meta.dir, "../..");
const folder = "docs/many-machines";
const textOf = (name: string, inside = folder) => readFileSync(join(root, inside, name), "utf8");
const files = [folder, "docs/containers"].flatMap((each) =>
  readdirSync(join(root, each)).map((name) => ({ name, text: textOf(name, each) })),
);
const dockerfile = { name: "Dockerfile", text: textOf("Dockerfile", ".") };
const known = allSettings.map(({ env }) => env);
const service = await startService({});
afterAll(() => service.close());

describe.each([...files, dockerfile])("$name", ({ text }) => {
  test("names only settings that exist", () => {
    const named = [...text.matchAll(/\bDOCENT_[A-Z0-9_]+/g)].map(([variable]) => variable);
    expect(named.filter((variable) => !known.includes(variable))).toEqual([]);
  });

  test("asks only for health where the service answers", async () => {
    const paths = [...text.matchAll(/(?:path: |health_uri |127\.0\.0\.1:\d+)(\/[a-z]+)/g)].map(
      ([, path]) => path ?? "",
    );
    for (const path of paths) expect([path, (await service.request("GET", path)).status]).toEqual([path, 200]);
  });
});

describe.each(files.filter(({ name }) => name.includes("webui") || /^compose.yaml$/.test(name)))(
  "$name",
  ({ text }) => {
    test("gives Docent time to stop, and names the volumes that it uses", () => {
      const { services, volumes } = Bun.YAML.parse(text) as {
        readonly services: Readonly<Record<string, ComposedService>>;
        readonly volumes: Readonly<Record<string, unknown>>;
      };
      for (const { image, stop_grace_period: grace } of Object.values(services)) {
        if (image === "docent") expect(grace).toBe("60s");
      }
      const used = Object.values(services).flatMap(({ volumes: mounts = [] }) =>
        mounts.map((each) => each.split(":")[0]!),
      );
      expect(used.filter((name) => !name.startsWith(".") && !(name in volumes))).toEqual([]);
    });
  },
);

interface ComposedService {
  readonly image: string;
  readonly stop_grace_period?: string;
  readonly volumes?: readonly string[];
}

interface Container {
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly ports: readonly { readonly containerPort: number }[];
}

test("the compose file has three equal nodes with all that nodes need", () => {
  const { services, volumes } = Bun.YAML.parse(textOf("compose.yaml")) as {
    readonly services: Readonly<Record<string, { readonly environment?: Readonly<Record<string, string>> }>>;
    readonly volumes: object;
  };
  const nodes = Object.entries(services).filter(([name]) => name.startsWith("node-"));
  expect(nodes.length).toBe(3);
  for (const [, node] of nodes) {
    expect(node).toEqual(nodes[0]![1]);
    expect(Object.keys(node.environment ?? {})).toEqual(
      expect.arrayContaining(["DOCENT_DATABASE", "DOCENT_FILES", "DOCENT_DATA_DIR", "DOCENT_API_KEY"]),
    );
  }
  expect(Object.keys(volumes)).toContain("files");
  for (const [name] of nodes) expect(textOf("Caddyfile")).toContain(`${name}:7333`);
});

test("the Kubernetes manifest has the port of the service, and gives each node a folder of its own", () => {
  const documents = Bun.YAML.parse(textOf("kubernetes.yaml")) as readonly {
    readonly kind: string;
    readonly spec: { readonly template: { readonly spec: { readonly containers: readonly Container[] } } };
  }[];
  expect(documents.map(({ kind }) => kind)).toEqual(["Secret", "Deployment", "Service"]);
  const [container] = documents[1]!.spec.template.spec.containers;
  const port = String(settings.port.fallback);
  expect(container?.ports.map(({ containerPort }) => String(containerPort))).toEqual([port]);
  expect(container?.env).toContainEqual({ name: "DOCENT_PORT", value: port });
  expect(container?.env.map(({ name }) => name)).toContain("DOCENT_DATA_DIR");
});
