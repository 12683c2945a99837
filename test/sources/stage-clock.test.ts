import { expect, test } from "bun:test";
import { createStageNote, type Stage } from "../../src/sources/stage-clock.ts";

const stage = (name: string): Stage => ({ name, total: 0 });

function noting() {
  const written: string[] = [];
  let time: () => void = () => undefined;
  const note = createStageNote(
    ({ name }) => written.push(name),
    (_milliseconds, callback) => {
      time = callback;
      return () => {
        time = () => undefined;
      };
    },
  );
  return { note, written, pass: () => time() };
}

test("a version that is through in a moment has nothing written", () => {
  const { note, written, pass } = noting();
  note.soon(stage("extracting"));
  note.soon(stage("indexing"));
  note.end();
  pass();
  expect(written).toEqual([]);
});

test("one that takes longer has the stage that it is in written, and each that follows", () => {
  const { note, written, pass } = noting();
  note.soon(stage("extracting"));
  note.soon(stage("chunking"));
  pass();
  note.soon(stage("indexing"));
  expect(written).toEqual(["chunking", "indexing"]);
});

test("what is written at once is not overtaken by a short stage before it", () => {
  const { note, written, pass } = noting();
  note.soon(stage("extracting"));
  note.now(stage("embedding"));
  pass();
  expect(written).toEqual(["embedding"]);
});
