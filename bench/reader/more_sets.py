"""Reads sets of questions out of git repositories (REPOSITORIES/OWNER/NAME, bare ones will do) into groups (groups.py).

All are licensed for this: SQuAD 1.1 and 2.0 (CC BY-SA 4.0; 44 articles of the part for training), BoolQ
(CC BY-SA 3.0), ConditionalQA (BSD-2-Clause), Molweni and FriendsQA (Apache-2.0).
"""

import hashlib
import json
import re
import subprocess
from pathlib import Path

from groups import LONGEST, blocks_of, group, lines_of, nearest

SQUAD = "tomhosking/aqleaderboard", "data/test-v1.1.json"
SQUAD2 = "PhongNTDo/guide_train_MRC_transformers", "train-v2.0.json"
# Words of a block that is not cut.
WHOLE = 88


def more_sets(repositories, refused):
    """`refused`: questions that were written for paragraphs of SQuAD's training part that do not answer them."""
    source = Path(repositories)
    return [
        read_articles(source, list(lines_of(refused))),
        read_impossible(source),
        read_yes_or_no(source),
        read_conditions(source),
        read_chats(source),
        read_scenes(source),
    ]


def shown(source, repository, path):
    return subprocess.run(["git", "-C", source / repository, "show", f"HEAD:{path}"], capture_output=True, check=True).stdout.decode("utf-8", "replace")


def json_of(source, repository, path):
    return json.loads(shown(source, repository, path))


def digest_of(text):
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def cut_articles(source, place):
    """[(title, [(paragraph, its blocks without an answer, its questions)])]"""
    for article in json_of(source, *place)["data"]:
        title = article["title"].replace("_", " ").replace("%E2%80%93", "–").replace("%C3%A9", "é")
        yield title, [(one["context"], blocks_of(title, one["context"], []), one["qas"]) for one in article["paragraphs"]]


def spans_of(context, answers):
    return sorted({(answer["answer_start"], answer["answer_start"] + len(answer["text"])) for answer in answers})


def read_articles(source, refused):
    """The other paragraphs of the article that share most words are near misses, unless they have the answer too."""
    written = {one["paragraph"]: one["questions"] for one in refused}
    for title, paragraphs in cut_articles(source, SQUAD):
        everything = [block for _, blocks, _ in paragraphs for block in blocks]
        for context, own, asked in paragraphs:
            here = {block["text"] for block in own}
            others = [block for block in everything if block["text"] not in here]
            for one in asked:
                texts = [answer["text"].lower() for answer in one["answers"]]
                blocks = blocks_of(title, context, spans_of(context, one["answers"]))
                near = [block for block in nearest(one["question"], others, 12) if not any(text in block["text"].lower() for text in texts)]
                yield group("squad_train", title, one["question"].strip(), blocks + near)
            for question in written.get(digest_of(context), ()):
                yield group("refused", title, question, own, "unanswerable")


def read_impossible(source):
    for title, paragraphs in cut_articles(source, SQUAD2):
        for _, blocks, asked in paragraphs:
            for one in asked:
                if one["is_impossible"]:
                    yield group("squad2_train", title, one["question"].strip(), blocks, "unanswerable")


def read_yes_or_no(source):
    for line in shown(source, "vinayak93/BoolQ", "Dataset/val.jsonl").splitlines():
        one = json.loads(line)
        title, _, text = one["passage"].partition(" -- ")
        text = text.replace("``", '"').replace("''", '"')
        if text and len(text.split()) <= WHOLE:
            yield group("boolq", title, one["question"], [{"context": title, "text": text, "gold": 1, "key": None}])


def ordered(question, blocks):
    return [block for block in blocks if block["gold"]] + nearest(question, [block for block in blocks if not block["gold"]], 12)


def read_conditions(source):
    """The pages are not there, but what answers the questions about a page is; what answers another question is a near miss."""
    asked = [one for part in ("train", "dev") for one in json_of(source, "haitian-sun/ConditionalQA", f"v1_0/{part}.json")]
    pages = {}
    for one in asked:
        for block in joined_evidence(one["evidences"]):
            pages.setdefault(one["url"], {})[block] = True
    for one in asked:
        title = one["url"].rsplit("/", 1)[-1].replace("-", " ")
        gold = joined_evidence(one["evidences"])
        lines = {line for block in gold for line in block.split("\n")}
        rest = [block for block in pages.get(one["url"], ()) if not lines & set(block.split("\n"))]
        blocks = [{"context": title, "text": " ".join(" ".join(block.split()).split(" ")[:LONGEST]), "gold": int(block in gold), "key": None} for block in [*gold, *rest]]
        yield group("conditions", one["url"], one["question"], ordered(one["question"], blocks))


def joined_evidence(lines):
    """Paragraphs, items with the line that introduces them, and rows."""
    blocks = []
    for line in lines:
        text = " ".join(re.sub(r"<[^>]+>", " ", line).split())
        if line.startswith("<h") or not text:
            continue
        is_item = line.startswith("<li") and blocks and len(blocks[-1].split()) + len(text.split()) <= LONGEST
        if is_item:
            blocks[-1] += "\n" + text
        else:
            blocks.append(text)
    return [block for block in blocks if len(block.split()) > 4]


def read_chats(source):
    dialogues = json_of(source, "HIT-SCIR/Molweni", "MRC(withDiscourse)/test.json")["data"]["dialogues"]
    for number, dialogue in enumerate(dialogues):
        ends, length = [], 0
        for message in dialogue["edus"]:
            length += len(message["speaker"]) + len(message["text"]) + 3
            ends.append(length)
        for one in dialogue["qas"]:
            gold = {next((at for at, end in enumerate(ends) if answer["answer_start"] < end), len(ends) - 1): answer["text"] for answer in one["answers"]}
            blocks = [message_block(message["speaker"], message["text"], gold.get(at)) for at, message in enumerate(dialogue["edus"])]
            if not gold or any(block["key"] for block in blocks):
                yield group("chats", f"chat {number}", one["question"], ordered(one["question"], blocks), "unanswerable" if not gold else None)


def message_block(speaker, text, answer):
    text = f"{speaker}: {text}"
    at = text.lower().find(answer.lower()) if answer else -1
    return {"context": "", "text": text, "gold": int(at >= 0), "key": [at, at + len(answer)] if at >= 0 else None}


def read_scenes(source):
    for part in ("dev", "tst"):
        for scene in json_of(source, "emorynlp/FriendsQA", f"dat/friendsqa_{part}.json")["data"]:
            for paragraph in scene["paragraphs"]:
                said = [f"{' and '.join(one['speakers'])}: {as_written(one['utterance'])}" for one in paragraph["utterances:"]]
                for one in paragraph["qas"]:
                    found = {answer["utterance_id"] for answer in one["answers"]}
                    yield group("scenes", scene["title"], as_written(one["question"]), ordered(one["question"], runs_of(said, found)))


def as_written(text):
    return re.sub(r" (n't|'[a-z]+|[.,;:!?])", r"\1", text)


def runs_of(said, found):
    """Some lines of a scene are a block."""
    blocks, lines, is_gold = [], [], False
    for at, line in enumerate(said):
        if lines and len(" ".join([*lines, line]).split()) > LONGEST - 15:
            blocks.append({"context": "", "text": " ".join(lines), "gold": int(is_gold), "key": None})
            lines, is_gold = [], False
        lines.append(line)
        is_gold = is_gold or at in found
    return [*blocks, {"context": "", "text": " ".join(lines), "gold": int(is_gold), "key": None}]
