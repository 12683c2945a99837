"""Writes collections in the form of `docent eval` of the questions that ask in other words than their documents.

    python3 own_words.py OUT_DIR own_words.jsonl REPOSITORIES

Each line of own_words.jsonl is a document: its repo, commit, path and licence, and its questions with their answers, as
code points from one on, up to another. A question without answers is one that the document does not answer; `tempting`
has what only looks as if it did. Each collection has some 43 documents. The reader learns from own_words-train-N; documents
whose repository states no licence that lets others use them are in own_words-fit-N.
"""

import json
import subprocess
import sys
from pathlib import Path

from groups import lines_of


SIZE = 43


def main(out, given, repositories):
    for part in ("train", "fit"):
        documents = [one for one in lines_of(given) if part == ("train" if one["licence"] else "fit")]
        count = max(1, round(len(documents) / SIZE))
        for number in range(count):
            write(Path(out) / f"own_words-{part}-{number}", documents[number::count], Path(repositories))


def write(folder, documents, repositories):
    (folder / "docs").mkdir(parents=True, exist_ok=True)
    asked = []
    for number, one in enumerate(documents):
        text, path = text_of(repositories, one), Path(one["path"])
        name = f"{number:02}-{path.stem}{path.suffix}"
        (folder / "docs" / name).write_text(text, encoding="utf-8", newline="")
        for question in one["questions"]:
            answers = [text[start:end] for start, end in question["answers"]]
            asked.append({"id": f"{one['repo']}/{one['path']}#{len(asked)}", "question": question["q"], "answers": answers, "answerable": answers != [], "document": name})
    lines = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in asked)
    (folder / "queries.jsonl").write_text(lines, encoding="utf-8")


def text_of(repositories, one):
    where = repositories / one["repo"]
    folder = where / ".git" if (where / ".git").exists() else where
    shown = subprocess.run(["git", "--git-dir", folder, "show", f"{one['commit']}:{one['path']}"], capture_output=True, check=True)
    return shown.stdout.decode("utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
