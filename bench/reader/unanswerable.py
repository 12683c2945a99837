"""Questions that nothing answers, made by rule from those that something does: one word or name of the question changed, or the answer taken out.

So a reader learns that a block must agree with every word of a question. Half of the groups with an answer are tried, and each gives one such
group at most.
"""

import random
import re
from collections import defaultdict

SHARE = 0.5
NAME = re.compile(r"(?<=[a-z,] )(?:[A-Z][\w'’-]+)(?: (?:of |the )*[A-Z][\w'’-]+)*|(?<= )(?:1[0-9]|20)\d\d\b|(?<= )\d+(?:[.,]\d+)?\b")
WORD = re.compile(r"[A-Za-z]{3,}")
SENTENCE = re.compile(r"[^.!?;]+(?:[.!?;]+(?=\s|$)|[.!?;](?=\S)|$)[^.!?;\s]*\s*")
YES_OR_NO = re.compile(r"(?:is|are|was|were|do|does|did|can|could|may|must|should|will|would|has|have|am)\b", re.I)
PAIRS = ("before after, minimum maximum, first last, oldest newest, largest smallest, highest lowest, longest shortest, most least, more less, more fewer, earliest latest, "
         "include exclude, included excluded, includes excludes, start end, begin end, begins ends, open close, opened closed, enable disable, enabled disabled, "
         "allowed forbidden, increase decrease, increased decreased, win lose, won lost, north south, east west, northern southern, eastern western, "
         "above below, inside outside, with without, required optional, public private, internal external, import export, upload download, add remove, added removed, "
         "install uninstall, join leave, joined left, buy sell, bought sold, full-time part-time, male female, mother father, brother sister, son daughter, "
         "wife husband, hot cold, left right, upper lower, summer winter, morning evening, born die, arrive depart, hire fire, paid unpaid, primary secondary, "
         "new old, early late, short long, success failure, advantage disadvantage, advantages disadvantages, encrypt decrypt, read write, input output")
OPPOSITES = defaultdict(list)
for pair in PAIRS.split(", "):
    one, other = pair.split(" ")
    OPPOSITES[one].append(other)
    OPPOSITES[other].append(one)


def unanswerable(groups):
    before, names = neighbours(groups), defaultdict(list)
    for one in groups:
        for name in NAME.findall(one["question"]):
            names[name[0].isdigit()].append(name)
    for one in groups:
        chance = random.Random(f"changed:{one['question']}")
        gold = [block for block in one["blocks"] if block["gold"]]
        if not gold or chance.random() >= SHARE:
            continue
        own = {"gold": text_of(gold), "all": text_of(one["blocks"]), "names": names, "before": before}
        ways = [taken_out, another_name, another_word, opposite]
        chance.shuffle(ways)
        made = next((found for found in (way(one, own, chance) for way in ways) if found), None)
        if made:
            yield {**one, "set": f"{one['set']}-changed", **made}


def text_of(blocks):
    return " ".join(block["context"] + " " + block["text"] for block in blocks)


def asked_instead(one, question, kind):
    return {"question": question, "kind": kind, "blocks": [{**block, "gold": 0, "key": None} for block in one["blocks"]]}


def another_name(one, own, chance):
    """A name or number of the question becomes another of the answering block, which says something else of it, or of another document."""
    found = [name for name in NAME.findall(one["question"]) if name in own["gold"]]
    if not found:
        return None
    name = max(found, key=len)
    is_number = name[0].isdigit()
    here = [other for other in NAME.findall(own["gold"]) if other not in one["question"] and name not in other]
    elsewhere = [other for other in chance.sample(own["names"][is_number], min(12, len(own["names"][is_number]))) if other not in own["all"]]
    others = [other for other in (here if chance.random() < 0.6 else elsewhere) if other[0].isdigit() == is_number]
    return asked_instead(one, one["question"].replace(name, chance.choice(others)), "another name") if others else None


def neighbours(groups):
    """By word, those that stand before it in blocks of at least two documents."""
    found = defaultdict(lambda: defaultdict(set))
    for one in groups:
        for block in one["blocks"]:
            words = block["text"].lower().split()
            for word, following in zip(words, words[1:]):
                if WORD.fullmatch(word) and len(word) > 3:
                    found[following.strip(".,;:!?")][word].add(one["doc"])
    return {word: sorted(other for other, docs in others.items() if len(docs) > 1) for word, others in found.items()}


def another_word(one, own, chance):
    """A word that says which of several is meant ("annual leave") becomes one that stands there elsewhere ("parental leave")."""
    words, text = one["question"].split(), own["all"].lower()
    places = [at for at in range(1, len(words) - 1) if len(words[at]) > 3 and WORD.fullmatch(words[at]) and words[at].lower() not in COMMON
              and len(words[at + 1]) > 3 and words[at + 1].lower() not in COMMON
              and words[at].lower() in own["gold"].lower() and words[at + 1].lower().strip("?.,") in own["gold"].lower()]
    chance.shuffle(places)
    for at in places:
        others = [other for other in own["before"].get(words[at + 1].lower().strip("?.,"), ())
                  if other not in COMMON and other[:4] not in text and other[-2:] == words[at][-2:].lower()]
        if others:
            return asked_instead(one, " ".join([*words[:at], chance.choice(others), *words[at + 1 :]]), "another word")
    return None


COMMON = set("that this with from have been were will would they them their there these those which what when where while about into over under than then also each "
             "every some such only most more many much does both other another same your like used using make made same very just being through between".split())


def opposite(one, own, chance):
    """Not where the question wants yes or no: "no" answers the opposite."""
    words, text = one["question"].split(), own["all"].lower()
    if YES_OR_NO.match(one["question"]):
        return None
    for at, word in enumerate(words):
        others = [other for other in OPPOSITES.get(word.lower().strip("?.,"), ()) if not re.search(rf"\b{other}", text)]
        if others and re.search(rf"\b{re.escape(word.lower().strip('?.,'))}", own["gold"].lower()):
            return asked_instead(one, " ".join([*words[:at], chance.choice(others), *words[at + 1 :]]), "opposite")
    return None


def taken_out(one, own, chance):
    """The sentence, or the cell of a row, that has the answer."""
    blocks = []
    for block in one["blocks"]:
        if block["gold"] and block["key"] is None:
            return None
        if not block["gold"]:
            blocks.append(block)
            continue
        start, end = block["key"]
        rest = "".join(found[0] for found in SENTENCE.finditer(block["text"]) if found.end() <= start or found.start() >= end).strip()
        if len(rest.split()) < 8 or block["text"][start:end] in rest:
            return None
        blocks.append({**block, "text": rest, "gold": 0, "key": None})
    return {"blocks": blocks, "kind": "taken out"}
