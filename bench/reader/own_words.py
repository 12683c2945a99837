"""Writes collections in the form of `docent eval` of the questions that ask in other words than their documents.

    python3 own_words.py OUT_DIR own_words.jsonl REPOSITORIES

Each line of own_words.jsonl is a document: its repo, commit and path, and its questions with their answers, as
code points from one on, up to another. A question without answers is one that the document does not answer; `tempting`
has what only looks as if it did. Each collection has some 43 documents.
"""

import json
import subprocess
import sys
from pathlib import Path

from groups import lines_of


COLLECTIONS = 6


def main(out, given, repositories):
    documents = lines_of(given)
    for number in range(COLLECTIONS):
        write(Path(out) / f"own_words-{number}", documents[number::COLLECTIONS], Path(repositories))


def write(folder, documents, repositories):
    (folder / "docs").mkdir(parents=True, exist_ok=True)
    asked = []
    for number, one in enumerate(documents):
        text, path = text_of(repositories, one), Path(one["path"])
        name = f"{number:02}-{path.stem}{path.suffix}"
        (folder / "docs" / name).write_text(text, encoding="utf-8", newline="")
        for question in one["questions"]:
            answers = [text[start:end] for start, end in question["answers"]]
            asked.append({"id": f"{number}-{len(asked)}", "question": question["q"], "answers": answers, "answerable": answers != [], "document": name})
    lines = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in asked)
    (folder / "queries.jsonl").write_text(lines, encoding="utf-8")


def text_of(repositories, one):
    where = repositories / one["repo"]
    folder = where / ".git" if (where / ".git").exists() else where
    shown = subprocess.run(["git", "--git-dir", folder, "show", f"{one['commit']}:{one['path']}"], capture_output=True, check=True)
    return shown.stdout.decode("utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
