/** The files that start the service, and what is said about a newer executable. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildInfo } from "../../src/build-info.ts";
import { installMark, serviceFile } from "../../src/cli/upkeep/service-file.ts";
import { newestSchema } from "../../src/store/sqlite/migrate.ts";
import { docent } from "../support/processes/loopback-service.ts";
import { startService } from "../support/service.ts";

const folder = mkdtempSync(join(tmpdir(), "docent-installing-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("the file that starts the service", () => {
  const command = ["/opt/my docent/docent", "serve", "--title", '50% "off" for $HOME'];

  test("quotes the command for systemd", () => {
    const { path, text, start } = serviceFile({ kind: "system", platform: "linux", home: "/home/ada", command })!;
    expect(path).toBe("/etc/systemd/system/docent.service");
    expect(text).toContain('ExecStart="/opt/my docent/docent" serve --title "50%% \\"off\\" for $$HOME"\n');
    expect(text).toContain(installMark);
    expect(start).toEqual(["systemctl daemon-reload", "systemctl enable --now docent"]);
  });

  test("names no file that must exist before", () => {
    const { text } = serviceFile({ kind: "system", platform: "linux", home: "/", command: ["/usr/local/bin/docent"] })!;
    const paths = text.match(/(?<=[= ])\/[\w./-]+/g);
    expect(paths).toEqual(["/usr/local/bin/docent", "/bin/kill", "/var/lib/docent"]);
    expect(text).toContain("StateDirectory=docent\n");
  });

  test("is for one person in that person's home", () => {
    const place = { kind: "user", home: "/home/ada", command: ["/home/ada/docent", "serve"] } as const;
    expect(serviceFile({ ...place, platform: "linux" })!.path).toBe("/home/ada/.config/systemd/user/docent.service");
    const mac = serviceFile({ ...place, platform: "darwin", command: ["/Users/a&b/docent", "serve"] })!;
    expect(mac.path).toBe("/home/ada/Library/LaunchAgents/docent.plist");
    expect(mac.text).toContain("<array><string>/Users/a&amp;b/docent</string><string>serve</string></array>");
    expect(serviceFile({ ...place, platform: "win32" })).toBeNull();
  });

  test("is written by a built executable only, and for somebody", async () => {
    expect((await docent("install")).err.join()).toContain("`docent install --user` or `docent install --system`");
    expect((await docent("install", "--user")).err).toEqual([
      "Only a built executable can be installed: `make build`.",
    ]);
  });
});

describe("docent upgrade --check", () => {
  const made = (version: string, schema: number, name = version) => {
    const path = join(folder, name);
    writeFileSync(
      path,
      `\0ELF docent-release version=; docent-release version=${version} commit=abc+ target=linux-x64 schema=${schema};\0`,
    );
    return path;
  };

  test("says version, platform and checksum, and what becomes of the database", async () => {
    const service = await startService();
    const check = async (path: string) => (await docent("upgrade", "--check", path, "--data-dir", service.dataDir)).out;
    const [name, sum, order, database] = await check(made("9.8.7", newestSchema + 2));
    expect(name).toBe("9.8.7: docent 9.8.7 (abc+) for linux-x64");
    expect(sum).toMatch(/^SHA-256 [0-9a-f]{64}; compare it with SHA256SUMS of the release\.$/);
    expect(order).toBe(`This is docent ${buildInfo.version}: the file is newer.`);
    expect(database).toBe(
      `Its first start brings the database in ${service.dataDir} from version ${newestSchema} to ${newestSchema + 2}, and leaves a copy beside it.`,
    );
    expect((await check(made("0.0.0-alpha", newestSchema - 1))).slice(2)).toEqual([
      `This is docent ${buildInfo.version}: the file is older.`,
      `It would refuse the database in ${service.dataDir}: that has version ${newestSchema}, and it knows versions up to ${newestSchema - 1}.`,
    ]);
    expect((await check(made("1.0.0", newestSchema))).at(-1)).toContain(`stays as it is (version ${newestSchema})`);
    await service.close();
  });

  test("compares with the list of checksums beside the file", async () => {
    const path = made("1.0.1", 17, "docent-1.0.1-linux-x64");
    const sum = Bun.CryptoHasher.hash("sha256", await Bun.file(path).bytes(), "hex");
    const list = join(folder, "SHA256SUMS");
    writeFileSync(list, `${"0".repeat(64)}  other\n${sum}  docent-1.0.1-linux-x64\n`);
    const check = () => docent("upgrade", "--check", path, "--data-dir", join(folder, "none"));
    expect((await check()).out.slice(1)).toEqual([
      `SHA-256 ${sum}, as SHA256SUMS says.`,
      `This is docent ${buildInfo.version}: the file is newer.`,
      `There is no database in ${join(folder, "none")}.`,
    ]);
    writeFileSync(list, `${"0".repeat(64)}  docent-1.0.1-linux-x64\n`);
    const { code, out, err } = await check();
    expect([code, out]).toEqual([1, []]);
    expect(err.join()).toContain(`its SHA-256 is ${sum}. Do not use it`);
    rmSync(list);
  });

  test("refuses a file that is no executable of Docent", async () => {
    const path = join(folder, "other");
    writeFileSync(path, "docent-release version=1.0.0 and nothing else");
    expect((await docent("upgrade", "--check", path)).err).toEqual([
      "The file is no executable of Docent 0.9 or newer.",
    ]);
  });
});

describe("docent self-check", () => {
  test("says that all is well, and leaves nothing", async () => {
    const { code, out } = await docent(
      "self-check",
      "--json",
      "--data-dir",
      join(folder, "new", "data"),
      "--reader",
      "off",
    );
    const { well, findings } = JSON.parse(out.join(""));
    const names = findings.map(({ name, isWell }: { name: string; isWell: boolean }) => [name, isWell]);
    expect(names).toEqual(["disk", "sync", "memory", "write", "ask", "refuse"].map((name) => [name, true]));
    expect([code, well]).toEqual([0, true]);
    expect([
      ...new Bun.Glob("{new,.docent-self-check-*}").scanSync({ cwd: folder, onlyFiles: false, dot: true }),
    ]).toEqual([]);
  });
});
