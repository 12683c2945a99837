"""Finds the texts of the documents that questions.jsonl asks about, and writes them as groups.py reads them.

    python3 written.py OUT.jsonl QUESTIONS.jsonl TRAIN_DIR REPOSITORIES

REPOSITORIES/OWNER/NAME are git repositories (bare ones will do). A block's text is known by its hash only, so every paragraph, run of
sentences, list with what introduces it, and row is tried in several plain forms of the markup until the hash agrees. Questions are left out
whose answering blocks, or all of whose near misses, were not found. Uses the standard library only.
"""

import hashlib
import html
import json
import re
import subprocess
import sys
from pathlib import Path

from groups import detokenized, lines_of

ITEM = re.compile(r"^\s*(?:[-*+•]|\d+[.)]|[a-zA-Z#][.)]|\(\w+\))\s+")
UNDERLINE = re.compile(r"([=\-~^#\"*+.`'])\1{2,}")
SENTENCE_END = re.compile(r"[.!?][\"”’)\]*]*\s+")
# Items of a list that are tried together, at most.
LONGEST_LIST = 40


def main(out, questions, train, repositories):
    passages = {name: passages_of(Path(train) / f"{name}.jsonl") for name in ("qed", "selqa")}
    totals = [0, 0, 0, 0]
    with open(out, "w", encoding="utf-8") as file:
        for one in lines_of(questions):
            title, found = found_in(one, passages, Path(repositories))
            blocks = [{"id": int(number), "text": found[digest][0], "section": found[digest][1], "kind": "paragraph"}
                      for number, digest in one["blocks"].items() if digest in found]
            asked = questions_about(one["questions"], {block["id"] for block in blocks})
            for at, count in enumerate((len(blocks), len(one["blocks"]), len(asked), len(one["questions"]))):
                totals[at] += count
            if asked:
                document = {"repo": one["repo"], "path": one["path"], "title": title, "blocks": blocks, "questions": asked}
                file.write(json.dumps(document, ensure_ascii=False) + "\n")
    print("{} of {} blocks, {} of {} questions".format(*totals), file=sys.stderr)


def questions_about(asked, known):
    """[[question, kind, numbers of answering blocks, numbers of near misses]] → those that the known blocks suffice for."""
    return [{"q": question, "kind": kind, "answerable": bool(gold), "gold": gold, "near": [one for one in near if one in known]}
            for question, kind, gold, near in asked
            if set(gold) <= known and (gold or not near or known & set(near))]


def found_in(one, passages, repositories):
    """The document's title, and text and section by hash."""
    wanted = set(one["blocks"].values())
    if "texts" in one:
        return "", {digest: (text, section) for digest, (_, section, text) in zip(one["blocks"].values(), one["texts"])}
    if one["repo"] in passages:
        contexts = passages[one["repo"]].get(one["path"], {})
        texts = (text for context, starts in contexts.items() for text in runs_of_sentences(context, starts))
        return one["path"], {digest_of(text): (text, "") for text in texts if digest_of(text) in wanted}
    content = content_of(repositories / one["repo"], one["commit"], one["path"])
    return title_of(content, one["path"]), agreeing(content, wanted)


def digest_of(text):
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def passages_of(path):
    """By title, each passage with the starts of its sentences, as it is and with the space before punctuation taken away."""
    found = {}
    for one in lines_of(path):
        for text in (one["context"], detokenized(one["context"])):
            found.setdefault(one["title"], {}).update({spaced(text): (), text: one["sentence_starts"]})
    return found


def content_of(repository, commit, path):
    shown = subprocess.run(["git", "-C", repository, "show", f"{commit}:{path}"], capture_output=True)
    text = shown.stdout.decode("utf-8", "replace") if shown.returncode == 0 else ""
    return text.replace("\r\n", "\n")


def spaced(text):
    return " ".join(text.split())


def title_of(content, path):
    for pattern in (r"\A---\n(?:.*\n)*?title:\s*[\"']?(.+?)[\"']?\s*\n", r"^#\s+(.+)$", r"^(\S.*)\n[=#*]{3,}\s*$"):
        found = re.search(pattern, content, re.M)
        if found:
            return plain(found[1], emphasis, True)
    return Path(path).stem


def agreeing(content, wanted):
    """The blocks with these hashes: text and heading by hash."""
    content = re.sub(r"\A---\n.*?\n---\n", "", content, flags=re.S)
    units, found = units_of(content), {}
    for marks, bare in ((emphasis, True), (emphasis, False), (stars, True), (bold, True), (kept, False)):
        section, own = "", [(kind, plain(text, marks, bare)) for kind, text in units]
        for at, (kind, text) in enumerate(own):
            if kind == "heading":
                section = text
            for candidate in candidates(own, at):
                digest = digest_of(candidate)
                if digest in wanted and digest not in found:
                    found[digest] = (candidate, section)
        if len(found) == len(wanted):
            break
    return found


def units_of(content):
    """[(kind, text)]: headings, items of lists, rows of tables, and paragraphs, each on one line."""
    units, lines, kind = [], [], "paragraph"

    def close(as_kind=None):
        nonlocal lines, kind
        if lines:
            units.append((as_kind or kind, " ".join(lines)))
        lines, kind = [], "paragraph"

    for line in content.split("\n"):
        line = re.sub(r"^\s*(?:>\s?)+", "", line)
        bare = line.strip()
        item = ITEM.match(line)
        if bare == "":
            close()
        elif UNDERLINE.fullmatch(bare):
            close("heading" if len(lines) == 1 else None)
        elif re.match(r"#{1,6}\s", bare):
            close()
            units.append(("heading", bare.lstrip("#").strip()))
        elif bare.startswith("|"):
            close()
            units.append(("row", bare))
        elif item:
            close()
            kind, lines = "item", [line[item.end() :].strip()]
        else:
            lines.append(bare)
    close()
    return units


def candidates(units, at):
    kind, text = units[at]
    if kind == "row":
        yield from rows_of(units, at)
        return
    yield from runs_of_sentences(text)
    if kind == "heading":
        return
    end = at + 1
    while end < len(units) and end - at <= LONGEST_LIST and units[end][0] == "item":
        end += 1
    items = [one for _, one in units[at + 1 : end]]
    if kind == "item":
        yield from listed(None, [text, *items], None)
    for first in range(len(items) if kind == "paragraph" else 1):
        for joined in (None, " ", "; "):
            yield from listed(text, items[first:], joined)


def listed(lead, items, joined):
    """A list's first item, the first two, and so on. Joined by a semicolon where the one before ends without a mark, unless told how."""
    so_far = lead
    for at, item in enumerate(items):
        if so_far is None:
            so_far = item
        else:
            ends = at == 0 or re.search(r"[.,;:!?][\"”’)]*$", so_far)
            so_far += (joined or (" " if ends else "; ")) + item
        yield so_far


def runs_of_sentences(text, starts=()):
    cuts = sorted({0, *starts, *(found.end() for found in SENTENCE_END.finditer(text)), len(text)})
    for first, start in enumerate(cuts):
        for end in cuts[first + 1 :]:
            yield text[start:end].strip()


def rows_of(units, at):
    first = at
    while first > 0 and units[first - 1][0] == "row":
        first -= 1
    names, cells = ([cell.strip() for cell in units[number][1].strip("|").split("|")] for number in (first, at))
    yield "; ".join(f"{name}: {cell}" if name else cell for name, cell in zip(names, cells) if cell)
    yield "; ".join(cell for cell in cells if cell)


def plain(text, marks, bare):
    """Without images, the addresses of links, roles and tags; `marks` takes away emphasis, `bare` the marks of code."""
    text = re.sub(r"!\[[^\]]*\]\([^)]*\)", "", text)
    text = re.sub(r":[\w:+.-]+:`~?([^`<]*?)\s*(?:<[^`>]*>)?`|`([^`<]*?)\s*<[^`>]*>`_{0,2}|`([^`]+)`_{1,2}", lambda m: m[1] or m[2] or m[3] or "", text)
    text = re.sub(r"\b(\w+)_(?=\W|$)", r"\1", text)
    text = re.sub(r"\[((?:[^\[\]]|\[[^\]]*\])*)\]\((?:[^()]|\([^)]*\))*\)|\[([^\]]*)\]\[[^\]]*\]", lambda m: m[1] or m[2] or "", text)
    text = marks(text)
    if bare:
        text = html.unescape(re.sub(r"<[^>]+>", "", text)).replace("`", "")
    return spaced(text)


def kept(text):
    return text


def bold(text):
    return text.replace("**", "").replace("__", "")


def stars(text):
    return text.replace("*", "")


def emphasis(text):
    text = re.sub(r"(\*\*|__)(.+?)\1", r"\2", text)
    text = re.sub(r"\*([^*]+)\*", r"\1", text)
    return re.sub(r"(?<!\w)_([^_]+)_(?!\w)", r"\1", text)


if __name__ == "__main__":
    main(*sys.argv[1:])
