/** The versions of a source, and its deletion, through the routes. */
import { describe, expect, test } from "bun:test";
import { PassageObject } from "../../../src/api/source-schemas.ts";
import { brokenPdf, filters, filtersAnew, path, source, useHouse } from "../../support/worlds/house-sources.ts";

const { service, ask, originals, answerOf, add, get, cited, standStill } = useHouse();

describe("a source with an external id", () => {
  test("gets a new version, and the old one answers until the new one is ready", async () => {
    const first = source(await add({ text: filters, external_id: "f" }));
    await standStill();
    service().clock.advance(60_000);
    const second = await add({ text: filtersAnew, external_id: "f" }, "");
    expect(second.status).toBe(202);
    expect(source(second)).toMatchObject({ id: first.id, version: 2, answering_version: 1, status: "queued" });
    expect((await cited()).map(({ source_version, quote }) => [source_version, quote.includes("six months")])).toEqual([
      [1, true],
    ]);
    const contentOf = (query = "") => ask("GET", `${path}/${first.id}/content${query}`);
    expect((await contentOf()).headers.get("x-source-version")).toBe("1");
    expect((await contentOf("?version=2")).error.code).toBe("source_not_found");
    expect((await ask("GET", `${path}/${first.id}/passages`)).pageOf(PassageObject).data[0]?.text).toContain(
      "six months",
    );

    service().docent.begin();
    const settled = source(await add({ text: filtersAnew, external_id: "f" }));
    expect(settled).toMatchObject({
      id: first.id,
      version: 2,
      answering_version: 2,
      status: "ready",
      deduplicated: true,
    });
    expect((await cited()).map(({ source_version, quote }) => [source_version, quote.includes("two months")])).toEqual([
      [2, true],
    ]);
    expect((await contentOf()).text).toContain("two months");
    expect((await contentOf("?version=1")).text).toContain("six months");
    expect((await contentOf("?version=3")).error.code).toBe("source_not_found");
    expect((await ask("GET", `${path}/${first.id}/passages`)).pageOf(PassageObject).data[0]?.text).toContain(
      "two months",
    );
  });

  test("keeps its old version if the new one fails or is canceled", async () => {
    const first = source(await add({ text: filters, external_id: "f" }));
    const form = new FormData();
    form.set("file", new File([brokenPdf], "broken.pdf"));
    form.set("external_id", "f");
    const failed = source(await add(form));
    expect(failed).toMatchObject({ id: first.id, version: 2, answering_version: 1, status: "failed" });
    expect((await cited())[0]?.source_version).toBe(1);

    await standStill();
    await add({ text: filtersAnew, external_id: "f" }, "");
    const canceled = source(await ask("POST", `${path}/${first.id}/cancel`));
    expect(canceled).toMatchObject({ id: first.id, version: 3, answering_version: 1, status: "canceled" });
    expect((await cited())[0]?.source_version).toBe(1);
    const retried = source(await ask("POST", `${path}/${first.id}/retry`));
    expect(retried).toMatchObject({ version: 3, status: "queued" });
    service().docent.begin();
    expect(source(await add({ text: filtersAnew, external_id: "f" }))).toMatchObject({ version: 3, status: "ready" });
    expect((await cited())[0]?.source_version).toBe(3);
  });

  test("a client that waits for a superseded version gets the reply at once", async () => {
    await standStill();
    const waiting = add({ text: filters, external_id: "f" }, "?wait=60");
    while (service().contents().sources?.length === 0) await new Promise(setImmediate);
    const second = source(await add({ text: filtersAnew, external_id: "f" }, ""));
    expect(source(await waiting)).toMatchObject({ id: second.id, version: 2, status: "queued" });
  });

  test("accepts new properties with the same bytes", async () => {
    const first = source(await add({ text: filters, external_id: "f", metadata: { year: 2025 } }));
    const again = await add({
      text: filters,
      external_id: "f",
      metadata: { year: 2026 },
      url: "https://example.org/f",
    });
    expect([again.status, source(again).version]).toEqual([200, 1]);
    expect(await get(first.id)).toMatchObject({ metadata: { year: 2026 }, url: "https://example.org/f" });
  });
});

describe("a source is deleted", () => {
  const gone = async (id: string) => {
    const reply = await ask("DELETE", `${path}/${id}`);
    expect([reply.status, reply.json]).toEqual([200, { id, object: "source.deleted", deleted: true }]);
    expect((await ask("DELETE", `${path}/${id}`)).error.code).toBe("source_not_found");
    for (const part of ["", "/content", "/file", "/passages"]) {
      expect((await ask("GET", `${path}/${id}${part}`)).error.code).toBe("source_not_found");
    }
    const { sources, source_versions: versions, chunks } = service().contents();
    expect({ sources, versions, chunks, originals: originals() }).toEqual({
      sources: [],
      versions: [],
      chunks: [],
      originals: [],
    });
    expect(await answerOf()).toMatchObject({ abstained: true, abstain_reason: "no_sources", citations: [] });
  };

  test("when it is ready, in all its versions", async () => {
    await add({ text: filters, external_id: "f" });
    const { id } = source(await add({ text: filtersAnew, external_id: "f" }));
    expect((await cited())[0]?.source_id).toBe(id);
    await gone(id);
  });

  test("when it failed", async () => gone(source(await add(brokenPdf)).id));

  test("when it is queued", async () => {
    await standStill();
    const { id } = source(await add({ text: filters }, ""));
    expect((await answerOf()).abstain_reason).toBe("sources_pending");
    await gone(id);
  });

  test("when it was canceled", async () => {
    await standStill();
    const { id } = source(await add({ text: filters }, ""));
    expect(source(await ask("POST", `${path}/${id}/cancel`)).status).toBe("canceled");
    await gone(id);
  });

  test("when it is being read", async () => {
    const long = Array.from({ length: 4000 }, (_, i) => `Sentence ${i} says something about filter ${i}.`).join(" ");
    const { id } = source(await add({ text: long }, ""));
    await gone(id);
  });
});
