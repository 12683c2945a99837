"""Writes collections in the form of `docent eval` from the documents that are for fitting (`part_of` in groups.py).

    python3 eval_sets.py OUT_DIR TRAIN_DIR SQUAD_DIR WRITTEN.jsonl...

Written documents become Markdown again, some twelve of them a collection; paragraphs of QED and SelQA are documents of their own.
"""

import json
import random
import re
import sys
from pathlib import Path

from groups import detokenized, document_of, lines_of, part_of


def main(out, train, squad, *written):
    out = Path(out)
    documents = [one for path in written for one in lines_of(path)]
    mine = [one for one in documents if part_of("written", document_of(one)) == "fit"]
    random.Random(5).shuffle(mine)
    count = max(1, len(mine) // 12)
    for at in range(count):
        write_files(out / f"written-{at}", mine[at::count])
    for name, path in (("qed", "qed.jsonl"), ("selqa", "selqa.jsonl")):
        write_paragraphs(out / name, [one for one in lines_of(Path(train) / path) if part_of(name, one["title"] or one["context"][:40]) == "fit"])
    for name in ("squad_small", "squad2_abstain_small"):
        for part in ("fit", "measure"):
            write_part(out / f"{name}-{part}", Path(squad) / name, part)


def write_files(folder, documents):
    (folder / "docs").mkdir(parents=True, exist_ok=True)
    questions = []
    for number, one in enumerate(documents):
        name = f"{number:02}-" + re.sub(r"[^A-Za-z0-9]+", "-", one["path"].rsplit("/", 1)[-1].rsplit(".", 1)[0])[:40] + ".md"
        (folder / "docs" / name).write_text(markdown_of(one), encoding="utf-8")
        for asked in one["questions"]:
            key = [asked["key"]] if asked["answerable"] else []
            questions.append({"id": f"{number}-{len(questions)}", "question": asked["q"], "answers": key, "answerable": asked["answerable"], "document": name})
    write_lines(folder / "queries.jsonl", questions)


def markdown_of(document):
    lines, section = [f"# {document['title']}"], ""
    for block in document["blocks"]:
        if block.get("section", "") != section:
            section = block.get("section", "")
            if section:
                lines.append(f"## {section.split(' > ')[-1]}")
        text = block["text"]
        if block["kind"] == "code":
            text = f"```\n{text}\n```"
        lines.append(text)
    return "\n\n".join(lines) + "\n"


def write_paragraphs(folder, ones):
    folder.mkdir(parents=True, exist_ok=True)
    documents, questions = {}, []
    for one in ones:
        text = detokenized(one["context"])
        name = documents.setdefault(text, {"id": f"d{len(documents)}", "title": one["title"], "text": text})["id"]
        if "gold_sentences" in one:
            ends = one["sentence_starts"][1:] + [len(text)]
            answers = [text[one["sentence_starts"][at] : ends[at]].strip() for at in one["gold_sentences"]]
        else:
            answers = [text[answer["start"] : answer["end"]] for answer in one["answers"]]
        if answers:
            questions.append({"id": f"q{len(questions)}", "question": one["question"], "answers": answers, "answerable": True, "document": name})
    write_lines(folder / "docs.jsonl", documents.values())
    write_lines(folder / "queries.jsonl", questions)


def write_part(folder, source, part):
    folder.mkdir(parents=True, exist_ok=True)
    documents = {one["id"]: one for one in lines_of(source / "docs.jsonl")}
    (folder / "docs.jsonl").write_bytes((source / "docs.jsonl").read_bytes())
    chosen = [one for one in lines_of(source / "queries.jsonl") if part_of("squad", documents[one["source_doc"]]["title"]) == part]
    write_lines(folder / "queries.jsonl", [{**one, "answers": one["answers"] or []} for one in chosen])


def write_lines(path, values):
    with open(path, "w", encoding="utf-8") as file:
        for value in values:
            file.write(json.dumps(value, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
