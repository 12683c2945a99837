"""Run with the package on its path that openapi-generator made for Python."""

import os

from docent_generated import ApiClient, Configuration, ExpertsApi, QuestionsApi, SourcesApi, UsageApi
from docent_generated.models import ExpertRequest, QueryRequest, SourceOrSiteRequest, TextRequest

host = os.environ["DOCENT_TEST_URL"].removesuffix("/v1")
client = ApiClient(Configuration(host=host, access_token=os.environ["DOCENT_TEST_KEY"]))
experts, sources = ExpertsApi(client), SourcesApi(client)


def ok(step):
    print("ok", step)


slug = experts.create_expert(ExpertRequest(name="Generated Python", language="en")).slug
ok("expert")
added = sources.add_file(slug, ("colour.txt", b"The pump is blue."), title="Colour")
ok("file")
text = TextRequest(title="Pump", text="Replace the filter of the pump every six months.")
sources.add_source(slug, SourceOrSiteRequest(text), wait=30)
ok("text")
assert sources.get_source(slug, added.id, wait=30).status == "ready"
ok("wait")
question = QueryRequest(question="How often is the filter of the pump replaced?")
answer = QuestionsApi(client).query_expert(slug, question)
assert "six months" in answer.citations[0].quote, answer
ok("query")
UsageApi(client).get_usage()
ok("usage")
assert experts.delete_expert(slug).deleted
ok("delete")
