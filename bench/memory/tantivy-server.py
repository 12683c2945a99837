"""
Tantivy behind a pipe, for tantivy-peer.ts: one JSON request a line on standard input, one JSON reply a line on standard output.
Times each search itself (question read and best ten collected), so that the pipe is not counted.
"""

import json
import re
import sys
import time

import tantivy

FIELDS = sys.argv[2].split("+")
STOP_WORDS = set(
    "a about and are as at be by deal did does do for from has have how in is it not of on or should that the their this to"
    " was were what when which who why will with".split()
)


def schema():
    builder = tantivy.SchemaBuilder()
    builder.add_integer_field("no", stored=True)
    for field in ("title", "body"):
        builder.add_text_field(field, stored=False, tokenizer_name="en_stem", index_option="freq")
    return builder.build()


class Index:
    def __init__(self, folder, new):
        self.index = tantivy.Index(schema(), path=folder, reuse=not new)
        # One thread and one commit within this heap make one segment, which is tantivy's fastest form.
        self.writer = self.index.writer(heap_size=4_000_000_000, num_threads=1) if new else None
        self.searcher = self.index.searcher()

    def add(self, passages):
        for passage in passages:
            self.writer.add_document(
                tantivy.Document(no=passage["no"], title=[passage["title"]], body=[passage["text"]])
            )

    def finish(self):
        self.writer.commit()
        self.writer.wait_merging_threads()
        self.writer = None
        self.index.reload()
        self.searcher = self.index.searcher()

    def search(self, question):
        words = [word for word in re.findall(r"[^\W\d_]+", question.lower()) if word not in STOP_WORDS]
        query = self.index.parse_query(" ".join(words), FIELDS)
        # Counting every match would keep tantivy from skipping blocks.
        return self.searcher.search(query, limit=10, count=False).hits

    def timed(self, questions):
        milliseconds = []
        for question in questions:
            began = time.perf_counter()
            self.search(question)
            milliseconds.append((time.perf_counter() - began) * 1000)
        return milliseconds


index = Index(sys.argv[1], new=True)
for line in sys.stdin:
    request = json.loads(line)
    reply = None
    if request["do"] == "add":
        index.add(request["passages"])
    elif request["do"] == "finish":
        index.finish()
    elif request["do"] == "time":
        reply = index.timed(request["questions"])
    elif request["do"] == "open":
        index = Index(sys.argv[1], new=False)
    print(json.dumps(reply), flush=True)
