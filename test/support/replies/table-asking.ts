/** Asks an expert about the table of one text, over HTTP. */
import { expect } from "bun:test";
import { Recomputation } from "../../../src/api/contents/table-schemas.ts";
import { ExpertObject } from "../../../src/api/expert-schemas.ts";
import { SourceObject } from "../../../src/api/source-schemas.ts";
import type { TestService } from "../service.ts";
import { type AnswerView, answerFrom, faultsOf } from "./cited-answer.ts";

export function tableAsking(service: () => TestService) {
  async function expertWith(text: string, language = "en"): Promise<string> {
    const expert = (await service().request("POST", "/v1/experts", { body: { name: "Tables", language } })).as(
      ExpertObject,
    );
    const added = await service().request("POST", `/v1/experts/${expert.id}/sources?wait=60`, { body: { text } });
    expect(added.as(SourceObject).status).toBe("ready");
    return expert.id;
  }

  const ask = async (expert: string, question: string) =>
    answerFrom(await service().request("POST", `/v1/experts/${expert}/query`, { body: { question } }));

  const contentOf = (expert: string) => async (source: string, version: number) => {
    const path = `/v1/experts/${expert}/sources/${source}/content?version=${version}`;
    return (await service().request("GET", path)).text;
  };

  /** The laws hold, each cell is where it says, and the route computes the same. */
  async function proved(expert: string, answer: AnswerView): Promise<void> {
    expect(await faultsOf(answer, contentOf(expert))).toEqual([]);
    const { computation } = answer;
    const source = computation!.table.source_id;
    const body = { computation };
    const again = await service().request("POST", `/v1/experts/${expert}/sources/${source}/recompute`, { body });
    expect(again.as(Recomputation)).toMatchObject({ matches: true, cells: computation!.cells.length });
  }
  return { expertWith, ask, contentOf, proved };
}
