"""Reads pages whose headings are questions into the form that written.py writes: the section answers, the page's other sections do not.

    python3 headings.py OUT.jsonl REPOSITORIES OWNER/NAME...

Of a third, the heading stays above the answering blocks. Uses the standard library only.
"""

import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

from groups import LONGEST, SHORTEST
from written import emphasis, plain, title_of, units_of

ASKS = re.compile(r"(?:[\d.]+ )?(?:(?:how|what|why|when|where|who|which|can|do|does|is|are|should|will|may|must)\b.{12,110}|.{12,120}\?)", re.I)
MARKUP = re.compile(r"^\s*(?:\.\. |:\w+:|[|+]-|```|~~~|{[{%]|<!--|toctree)")
PAGES_OF_ONE = 250


def main(out, repositories, *names):
    with open(out, "w", encoding="utf-8") as file:
        for name in names:
            repository = Path(repositories) / name
            for path in pages_of(repository):
                document = read_page(name, path, git(repository, "show", f"HEAD:{path}"))
                if document["questions"]:
                    file.write(json.dumps(document, ensure_ascii=False) + "\n")


def git(repository, *arguments):
    return subprocess.run(["git", "-C", repository, *arguments], capture_output=True).stdout.decode("utf-8", "replace")


def pages_of(repository):
    asking = git(repository, "grep", "-lE", r"^(#+ .*|[A-Z].{12,100})\?\s*$", "HEAD", "--", "*.md", "*.mdx", "*.rst")
    return [line.removeprefix("HEAD:") for line in asking.splitlines()][:PAGES_OF_ONE]


def read_page(name, path, content):
    content = re.sub(r"\A---\n.*?\n---\n", "", content, flags=re.S)
    is_english = content.count(" the ") > len(content.split()) / 60
    sections, heading = [], ""
    for kind, text in units_of(content):
        text = plain(text, emphasis, True)
        if kind == "heading":
            heading = text
            sections.append((heading, []))
        elif sections and text and not MARKUP.match(text) and len(re.findall(r"[A-Za-z]{2,}", text)) > 2:
            sections[-1][1].append((kind, text))
    blocks, questions = [], []
    for heading, units in sections:
        texts = joined(units)[:4]
        asks = is_english and bool(ASKS.fullmatch(heading)) and texts
        shown = heading if not asks or hashlib.sha256(heading.encode()).digest()[0] % 3 == 0 else ""
        numbers = list(range(len(blocks), len(blocks) + len(texts)))
        blocks += [{"id": at, "text": text, "section": shown, "kind": "paragraph"} for at, text in zip(numbers, texts)]
        if asks:
            questions.append({"q": re.sub(r"^[\d.]+ ", "", heading), "kind": "heading", "answerable": True, "gold": numbers[:2], "near": []})
    return {"repo": name, "path": path, "title": title_of(content, path), "blocks": blocks, "questions": questions}


def joined(units):
    """Paragraphs, and lists with what introduces them, of so many words that they can be read at once."""
    texts = []
    for kind, text in units:
        words = len(text.split())
        if texts and (kind == "item" or len(texts[-1].split()) < SHORTEST) and len(texts[-1].split()) + words <= LONGEST:
            texts[-1] += " " + text
        else:
            texts.append(text)
    return texts


if __name__ == "__main__":
    main(*sys.argv[1:])
