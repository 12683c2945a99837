"""Writes collections in the form of `docent eval` from the documents that are for fitting (`part_of` in groups.py).

    python3 eval_sets.py OUT_DIR TRAIN_DIR EVAL_DIR WRITTEN.jsonl...

Written documents become Markdown again, some twelve of them a collection; paragraphs of the other sets are documents of their own.
Of those, a quarter is withheld: their questions are the unanswerable ones. EVAL_DIR has squad_small, squad2_abstain_small and xquad;
their `measure` parts are only measured with.
"""

import hashlib
import json
import random
import re
import sys
from pathlib import Path

from groups import detokenized, document_of, lines_of, part_of


def main(out, train, measured, *written):
    out = Path(out)
    documents = [one for path in written for one in lines_of(path)]
    mine = [one for one in documents if part_of("written", document_of(one)) == "fit"]
    random.Random(5).shuffle(mine)
    count = max(1, len(mine) // 12)
    for at in range(count):
        write_files(out / f"written-{at}", mine[at::count])
    train, measured = Path(train), Path(measured)
    for name in ("qed", "selqa"):
        rows = [one for one in lines_of(train / f"{name}.jsonl") if part_of(name, one["title"] or one["context"][:40]) == "fit"]
        write_paragraphs(out / name, rows, plain=detokenized)
    for name in ("covid_qa", "cmrc", "drcd", "jaquad", "iapp_th"):
        write_paragraphs(out / name, lines_of(train / f"{name}.jsonl"))
    for part in ("fit", "measure"):
        for name in ("squad_small", "squad2_abstain_small"):
            write_part(out / f"{name}-{part}", measured / name, part)
        for language in ("en", "de", "ru", "ar", "zh"):
            write_articles(out / f"xquad-{language}-{part}", measured / "xquad" / language, part)


def is_withheld(document, share):
    return hashlib.sha256(f"withheld:{document}".encode()).digest()[0] / 256 < share


def write_files(folder, documents):
    (folder / "docs").mkdir(parents=True, exist_ok=True)
    questions = []
    for number, one in enumerate(documents):
        name = f"{number:02}-" + re.sub(r"[^A-Za-z0-9]+", "-", one["path"].rsplit("/", 1)[-1].rsplit(".", 1)[0])[:40] + ".md"
        (folder / "docs" / name).write_text(markdown_of(one), encoding="utf-8")
        for asked in one["questions"]:
            questions.append({"id": f"{number}-{len(questions)}", "question": asked["q"], "answers": answers_of(one, asked), "answerable": asked["answerable"], "document": name})
    write_lines(folder / "queries.jsonl", questions)


def answers_of(document, asked):
    """The words that answer; where they are not marked, the blocks that do."""
    if not asked["answerable"] or asked.get("key"):
        return [asked["key"]] if asked["answerable"] else []
    return [block["text"] for block in document["blocks"] if block["id"] in asked["gold"]]


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


def write_paragraphs(folder, rows, plain=lambda text: text, most=700):
    """Some paragraphs, each a document, with some of their questions."""
    by_context = {}
    for one in rows:
        by_context.setdefault(one["context"], []).append(one)
    contexts = sorted(by_context)
    random.Random(7).shuffle(contexts)
    documents, questions = [], []
    for number, context in enumerate(contexts[:most]):
        text, withheld = plain(context), is_withheld(context[:200], 0.25)
        if not withheld:
            documents.append({"id": f"d{number}", "title": by_context[context][0]["title"], "text": text})
        for one in by_context[context]:
            if "gold_sentences" in one:
                ends = one["sentence_starts"][1:] + [len(context)]
                answers = [text[one["sentence_starts"][at] : ends[at]].strip() for at in one["gold_sentences"]]
            else:
                answers = [text[answer["start"] : answer["end"]] for answer in one["answers"]]
            if answers:
                questions.append({"id": f"q{len(questions)}", "question": one["question"], "answers": [] if withheld else answers, "answerable": not withheld})
    random.Random(7).shuffle(questions)
    write_collection(folder, documents, questions[:most])


def write_part(folder, source, part):
    documents = {one["id"]: one for one in lines_of(source / "docs.jsonl")}
    withheld = {one for one in documents if part == "fit" and source.name == "squad_small" and is_withheld(one, 0.2)}
    questions = [one for one in lines_of(source / "queries.jsonl") if (part_of("squad", documents[one["source_doc"]]["title"]) == "measure") == (part == "measure")]
    write_collection(folder, [documents[one] for one in documents if one not in withheld], [asked(one, one["source_doc"] in withheld) for one in questions])


def write_articles(folder, source, part):
    """Every second article of XQuAD is for fitting. Documents are named `a07#p2` by article and paragraph."""
    documents = {one["id"]: one for one in lines_of(source / "docs.jsonl")}
    own = {one for one in documents if (int(one[1:3]) % 2 == 0) == (part == "fit")}
    withheld = {one for one in own if part == "fit" and is_withheld(one, 0.25)}
    place = dict(line.split("\t")[:2] for line in (source / "qrels.tsv").read_text("utf-8").splitlines())
    questions = [asked(one, place[one["id"]] in withheld) for one in lines_of(source / "queries.jsonl") if place[one["id"]] in own]
    write_collection(folder, [documents[one] for one in documents if one not in withheld], questions)


def asked(question, withheld):
    is_answerable = question.get("answerable") is not False and not withheld
    return {**question, "answers": (question["answers"] or []) if is_answerable else [], "answerable": is_answerable}


def write_collection(folder, documents, questions):
    folder.mkdir(parents=True, exist_ok=True)
    write_lines(folder / "docs.jsonl", documents)
    write_lines(folder / "queries.jsonl", questions)
    (folder / "qrels.tsv").touch()


def write_lines(path, values):
    with open(path, "w", encoding="utf-8") as file:
        for value in values:
            file.write(json.dumps(value, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
