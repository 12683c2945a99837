"""Reads collections of questions into groups: a question, and the blocks of which some answer it, or none.

    python3 groups.py OUT.jsonl TRAIN_DIR SQUAD_DIR REPOSITORIES REFUSED.jsonl BLOCKS.jsonl WRITTEN.jsonl...

TRAIN_DIR has qed.jsonl, selqa.jsonl, covid_qa.jsonl, docs_headings.jsonl, timeqa_human.jsonl and wtq/. SQUAD_DIR has squad_small/ and
squad2_abstain_small/, collections as `docent eval` reads them; a part of their articles is
only measured with, and a part of every set's documents is for fitting the weights of the evidence (`part` in a group). BLOCKS is what blocks.ts writes
for questions in people's own words. WRITTEN files have a document a line, with blocks and questions. Uses the standard library only; the same
input gives the same bytes.

A group: {"set", "doc", "part", "kind", "question", "blocks": [{"context", "text", "gold", "key": [start, end] or null}]}.
"""

import csv
import hashlib
import json
import math
import random
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path

from unanswerable import unanswerable

# Words of a block, at most and at least, where running text is cut at its sentences.
LONGEST, SHORTEST = 75, 25
# Blocks in a group.
BLOCKS = 8


def main(out, train, squad, repositories, refused, own_words, *written):
    from more_sets import more_sets

    train, squad = Path(train), Path(squad)
    readers = [
        read_passages("qed", train / "qed.jsonl"),
        read_passages("selqa", train / "selqa.jsonl"),
        read_passages("covid_qa", train / "covid_qa.jsonl"),
        read_headings(train / "docs_headings.jsonl"),
        read_articles(train / "timeqa_human.jsonl"),
        read_tables(train / "wtq"),
        read_collection("squad", squad / "squad_small"),
        read_collection("squad2", squad / "squad2_abstain_small"),
        *[read_written(Path(path)) for path in written],
        *more_sets(repositories, refused),
        read_own_words(Path(own_words)),
    ]
    with open(out, "w", encoding="utf-8") as file:
        for reader in readers:
            groups = with_strangers([group for group in reader if group["blocks"]])
            groups += unanswerable(groups)
            for group in groups:
                file.write(json.dumps(group, ensure_ascii=False) + "\n")
            print(groups[0]["set"] if groups else "-", len(groups), sum(group["part"] == "train" for group in groups), file=sys.stderr)


def lines_of(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def part_of(name, doc):
    """`train`: the reader learns from it. `fit`: the weights of the evidence are fitted on it. `measure`: only measured with. By document."""
    at = hashlib.sha256(f"part:{doc}".encode()).digest()[0]
    if name in ("squad", "squad2"):
        return "measure" if at < 96 else "fit" if at < 160 else "train"
    return "fit" if at < 40 else "train"


def group(name, doc, question, blocks, kind=None):
    return {"set": name, "doc": doc, "part": part_of(name, doc), "kind": kind, "question": question, "blocks": blocks[: 3 * BLOCKS]}


def windows(text, starts=None):
    """Cuts running text into windows of whole sentences: [(start, end)]."""
    if not starts:
        starts = [0] + [m.end() for m in re.finditer(r"(?<=[.!?])[\"”)\]]?\s+(?=[\"“(\[]?[A-Z0-9])", text)]
    ends = starts[1:] + [len(text)]
    cut, first, words = [], starts[0], 0
    for start, end in zip(starts, ends):
        size = len(text[start:end].split())
        if words >= SHORTEST and words + size > LONGEST:
            cut.append((first, start))
            first, words = start, 0
        words += size
    cut.append((first, ends[-1]))
    return [(start, end) for start, end in cut if text[start:end].strip()]


def detokenized(text):
    """QED and TimeQA put spaces before punctuation. Keeps the length: the space goes behind."""
    return re.sub(r" ([.,;:!?%)])(?= |$)", r"\1 ", text)


def blocks_of(context, text, spans, starts=None):
    """Blocks of a passage; those with the middle of an answer's span are gold, with the span as key."""
    blocks = []
    for start, end in windows(text, starts):
        body = text[start:end]
        lead = len(body) - len(body.lstrip())
        here = [(s, e) for s, e in spans if start <= (s + e) // 2 < end]
        key = None
        if here:
            s, e = here[0]
            key = [max(0, s - start - lead), min(len(body.strip()), e - start - lead)]
        blocks.append({"context": context, "text": body.strip(), "gold": int(bool(here)), "key": key})
    return blocks


def read_passages(name, path):
    for one in lines_of(path):
        text, starts = detokenized(one["context"]), one.get("sentence_starts")
        if "gold_sentences" in one:
            ends = starts[1:] + [len(text)]
            spans = [(starts[at], ends[at]) for at in one["gold_sentences"]]
        else:
            spans = [(a["start"], a["end"]) for a in one["answers"]]
        doc = one["title"] or text[:40]
        yield group(name, doc, one["question"], blocks_of(one["title"], text, spans, starts))


def read_headings(path):
    for one in lines_of(path):
        text = one["context"]
        if len(one["question"].split()) < 4:
            continue
        blocks = []
        for at, (start, end) in enumerate(one["blocks"]):
            words = text[start:end].split()
            blocks.append({"context": one["title"], "text": " ".join(words[:LONGEST]), "gold": int(at in one["gold"]), "key": None})
        yield group("docs_headings", one["repo"], one["question"], blocks)


def read_articles(path):
    for one in lines_of(path):
        title = one["link"].split("/")[-1].replace("_", " ")
        paras = [detokenized(para) for para in one["paras"]]
        for question, answers in one["questions"]:
            blocks = []
            for at, para in enumerate(paras):
                spans = [(a["from"], a["end"]) for a in answers if a["para"] == at and a["end"] > a["from"]]
                if len(para.split()) > 3:
                    blocks += blocks_of(title, para, spans)
            gold = [block for block in blocks if block["gold"]]
            if gold:
                yield group("timeqa", title, question, gold + nearest(question, [b for b in blocks if not b["gold"]], 12))


# Questions that a row alone answers do not count, add, rank or compare.
COMPUTED = re.compile(
    r"\b(how many|number of|total|most|least|first|last|average|difference|more|less|fewer|before|after|next|previous|above|below|both|same|only|top|bottom|"
    r"highest|lowest|longest|shortest|largest|smallest|oldest|youngest|earliest|latest|greatest|consecutive|besides|other|than|either|or)\b", re.I)


def read_tables(folder):
    tables = {}
    for name in ("train.tsv", "dev.tsv"):
        with open(folder / name, encoding="utf-8") as file:
            for line in list(file)[1:]:
                _, question, table, answer = line.rstrip("\n").split("\t")[:4]
                if COMPUTED.search(question) or "|" in answer:
                    continue
                if table not in tables:
                    tables[table] = read_rows(folder / table)
                header, rows = tables[table]
                found = [at for at, row in enumerate(rows) if answer.lower() in (cell.lower() for cell in row)]
                if len(found) != 1 or len(rows) < 3:
                    continue
                asked = set(words_of(question))
                if not asked & set(words_of(" ".join(c for c in rows[found[0]] if c.lower() != answer.lower()))):
                    continue
                blocks = [row_block(header, row, answer if at == found[0] else None) for at, row in enumerate(rows)]
                gold, rest = blocks[found[0]], blocks[: found[0]] + blocks[found[0] + 1 :]
                yield group("wtq", table, question, [gold] + nearest(question, rest, 9))


def read_rows(path):
    if not path.exists():
        path = path.with_suffix(".tsv")
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file, escapechar="\\")) if path.suffix == ".csv" else [l.rstrip("\n").split("\t") for l in file]
    rows = [[" ".join(cell.split()) for cell in row] for row in rows if row]
    return rows[0], rows[1:]


def row_block(header, row, answer):
    text, key = "", None
    for name, cell in zip(header, row):
        if cell == "":
            continue
        text += ("; " if text else "") + (f"{name}: " if name else "")
        if answer is not None and key is None and cell.lower() == answer.lower():
            key = [len(text), len(text) + len(cell)]
        text += cell
    return {"context": "", "text": text, "gold": int(answer is not None), "key": key}


def read_collection(name, folder):
    docs = {one["id"]: one for one in lines_of(folder / "docs.jsonl")}
    for one in lines_of(folder / "queries.jsonl"):
        doc = docs[one["source_doc"]]
        spans = []
        for answer in one["answers"] or []:
            spans += [(m.start(), m.end()) for m in re.finditer(re.escape(answer), doc["text"])]
        blocks = blocks_of(doc["title"], doc["text"], spans)
        if one["answerable"] is False or any(block["gold"] for block in blocks):
            yield group(name, doc["title"], one["question"], blocks, None if one["answerable"] else "unanswerable")


def document_of(written):
    """Questions written on paragraphs of a set belong to the set's document."""
    return written["path"] if written["repo"] in ("qed", "selqa") else f"{written['repo']}/{written['path']}"


def read_written(path):
    for one in lines_of(path):
        for asked in one["questions"]:
            gold = set(asked["gold"]) if asked["answerable"] else set()
            near = list(asked.get("near") or [])
            order = sorted(one["blocks"], key=lambda b: (b["id"] not in gold, b["id"] not in near))
            blocks = []
            for block in order:
                at = block["text"].find(asked["key"]) if asked.get("key") and block["id"] in gold else -1
                key = [at, at + len(asked["key"])] if at >= 0 else None
                section = " > ".join(part for part in (one["title"], block.get("section")) if part)
                blocks.append({"context": section, "text": block["text"], "gold": int(block["id"] in gold), "key": key})
            head = blocks[: len(gold) + len(near)]
            rest = nearest(asked["q"], blocks[len(gold) + len(near) :], 12)
            doc = document_of(one)
            yield group(path.stem, doc, asked["q"], head + rest, asked["kind"])


def read_own_words(path):
    """Questions whose answer is in none of the blocks are left out, and those that so many blocks answer that the others are not safe."""
    for one in lines_of(path):
        answers = [plain(answer) for answer in one["answers"]]
        blocks, seen = [], set()
        for at, block in enumerate(one["blocks"] + one["sought"]):
            holds = any(answered(plain(block["text"]), answer) for answer in answers)
            if block["text"].strip() and block["text"] not in seen and (holds or at < len(one["blocks"])):
                seen.add(block["text"])
                blocks.append({**block, "gold": int(holds), "key": key_of(block["text"], answers) if holds else None})
        gold = [block for block in blocks if block["gold"]]
        if len(gold) <= 4 and bool(gold) == bool(answers):
            others = [block for block in blocks if not block["gold"]]
            own = group("own_words", one["id"].split("#")[0], one["question"], gold[:3] + others, None if answers else "unanswerable")
            yield {**own, "part": "fit" if "-fit-" in one["collection"] else "train"}


def plain(text):
    return " ".join(re.findall(r"[^\W_]+", text.lower()))


def answered(block, answer):
    """The block has the answer, or is a part of it, or has most of its words near one another: markup divides what is one."""
    if answer in block or (block.count(" ") > 2 and block in answer):
        return True
    own, wanted = block.split(), answer.split()
    if len(wanted) < 5:
        return False
    counts, room = Counter(wanted), int(len(wanted) * 1.3) + 2
    return any(sum((Counter(own[at : at + room]) & counts).values()) >= 0.85 * len(wanted) for at in range(max(1, len(own) - len(wanted) // 2)))


def key_of(text, answers):
    for answer in answers:
        found = answer and len(answer) < 400 and re.search(r"[\W_]+".join(map(re.escape, answer.split())), text, re.I)
        if found:
            return [found.start(), found.end()]
    return None


def words_of(text):
    return [word for word in re.findall(r"[a-z0-9]+", text.lower()) if word not in STOP]


STOP = set("a an the of in on at to for by is are was were be been it its this that these those do does did how what which who whom whose when where "
           "why can could i my me we our you your and or not with as from if there have has had will would should".split())


def nearest(question, blocks, count):
    """The blocks that share most words with the question, then the others in order."""
    asked = set(words_of(question))
    score = lambda block: -len(asked & set(words_of(block["text"])))
    return sorted(blocks, key=score)[:count]


def with_strangers(groups):
    """Fills each group with blocks of other documents that BM25 (Robertson, Zaragoza 2009) ranks first for the question."""
    blocks, owners, postings = [], [], defaultdict(list)
    seen = set()
    for one in groups:
        for block in one["blocks"]:
            if (one["doc"], block["text"]) not in seen:
                seen.add((one["doc"], block["text"]))
                blocks.append(block)
                owners.append(one["doc"])
    lengths = []
    for at, block in enumerate(blocks):
        counts = Counter(words_of(block["context"] + " " + block["text"]))
        lengths.append(sum(counts.values()))
        for word, count in counts.items():
            postings[word].append((at, count))
    mean = sum(lengths) / max(1, len(lengths))
    for one in groups:
        scores = defaultdict(float)
        for word in set(words_of(one["question"])):
            found = postings.get(word, ())
            if len(found) > len(blocks) / 12 + 20:
                continue
            weight = math.log(1 + (len(blocks) - len(found) + 0.5) / (len(found) + 0.5))
            for at, count in found:
                scores[at] += weight * count * 2.2 / (count + 1.2 * (0.25 + 0.75 * lengths[at] / mean))
        known = {block["text"] for block in one["blocks"]}
        strangers = []
        for at, _ in sorted(scores.items(), key=lambda item: (-item[1], item[0])):
            if owners[at] != one["doc"] and blocks[at]["text"] not in known:
                known.add(blocks[at]["text"])
                strangers.append({**blocks[at], "gold": 0, "key": None})
            if len(strangers) == 4:
                break
        one["strangers"] = strangers
    for one in groups:
        own, strangers = one["blocks"], one.pop("strangers")
        room = max(2, BLOCKS - len(own))
        gold = [block for block in own if block["gold"]]
        rest = nearest(one["question"], [block for block in own if not block["gold"]], BLOCKS)
        chosen = (gold[:3] + rest)[: BLOCKS - min(2, len(strangers))] + strangers[:room]
        random.Random(one["question"]).shuffle(chosen)
        one["blocks"] = chosen[:BLOCKS]
    return groups


if __name__ == "__main__":
    main(*sys.argv[1:])
