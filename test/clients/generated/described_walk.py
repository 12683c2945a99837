"""Beside the package that openapi-python-client made."""

import os
from io import BytesIO

from docent_client import AuthenticatedClient
from docent_client.api.experts import create_expert, delete_expert, get_expert
from docent_client.api.open_ai import create_chat_completion
from docent_client.api.questions import query_expert
from docent_client.api.sources import add_file, add_source, get_content, get_source, list_sources
from docent_client.api.usage import get_usage
from docent_client.models import (
    ChatCompletionRequest,
    ChatMessage,
    ChatMessageRole,
    Error,
    ExpertRequest,
    QueryRequest,
    SourceUpload,
    TextRequest,
)
from docent_client.types import File

base = os.environ["DOCENT_TEST_URL"].removesuffix("/v1")
client = AuthenticatedClient(base_url=base, token=os.environ["DOCENT_TEST_KEY"], timeout=60)


def good(reply):
    """The reply, or an end with its error."""
    if reply is None or isinstance(reply, Error):
        raise SystemExit(f"failed: {reply}")
    return reply


expert = good(create_expert.sync(client=client, body=ExpertRequest(name="Generated Python", language="en")))
print("ok expert")
upload = SourceUpload(file=File(payload=BytesIO(b"The pump is blue."), file_name="colour.txt"), title="Colour")
file = good(add_file.sync(expert.slug, client=client, body=upload))
assert file.filename == "colour.txt"
print("ok file")

text = "# Pump\n\nReplace the filter of the pump every six months."
source = good(add_source.sync(expert.slug, client=client, body=TextRequest(title="Pump", text=text), wait=30.0))
print("ok text")
read = good(get_source.sync(expert.slug, file.id, client=client, wait=30.0))
assert (source.status, read.status) == ("ready", "ready"), (source.status, read.status)
assert {each.id for each in good(list_sources.sync(expert.slug, client=client)).data} == {source.id, file.id}
print("ok wait")

question = "How often is the filter of the pump replaced?"
answer = good(query_expert.sync(expert.slug, client=client, body=QueryRequest(question=question, k=3)))
citation = answer.citations[0]
content = good(get_content.sync(expert.slug, citation.source_id, client=client, version=citation.source_version))
assert content[citation.start : citation.end] == citation.quote

message = ChatMessage(role=ChatMessageRole.USER, content=question)
chat = good(create_chat_completion.sync(client=client, body=ChatCompletionRequest(model=expert.slug, messages=[message])))
assert "[1]" in chat.choices[0].message.content
print("ok query")
good(get_usage.sync(client=client))
print("ok usage")
assert good(delete_expert.sync(expert.slug, client=client)).deleted
assert get_expert.sync(expert.slug, client=client).error.type_ == "not_found_error"
print("ok delete")
