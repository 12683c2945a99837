"""The official client and LangChain's."""
from checks import api_key, base_url, check, check_with_model, model, question, run, said
from langchain_openai import ChatOpenAI
from openai import NotFoundError, OpenAI
from pydantic import BaseModel

client = OpenAI(base_url=base_url, api_key=api_key)
messages = [{"role": "user", "content": question}]


class Care(BaseModel):
    answer: str


@check
def openai_chat():
    message = client.chat.completions.create(model=model, messages=messages).choices[0].message
    assert message.content.startswith(f"{said} [1]."), message.content
    place = message.annotations[0].url_citation
    assert message.content[place.start_index : place.end_index] == "[1]"
    assert message.context["citations"][0]["quote"] == f"{said}."
    assert message.context["grounded"] is True


@check
def openai_stream():
    stream = client.chat.completions.create(model=model, messages=messages, stream=True)
    pieces = [chunk.choices[0].delta.content or "" for chunk in stream if chunk.choices]
    assert "".join(pieces).startswith(f"{said} [1].")
    assert max(len(piece) for piece in pieces if "Sources" not in piece) < 20, pieces


@check
def openai_completions():
    whole = client.completions.create(model=model, prompt=question)
    assert whole.choices[0].text.startswith(f"{said} [1]."), whole.choices[0].text
    stream = client.completions.create(model=model, prompt=question, stream=True)
    assert "".join(chunk.choices[0].text for chunk in stream) == whole.choices[0].text


@check
def openai_responses():
    response = client.responses.create(model=model, input=question)
    assert response.output_text.startswith(f"{said} [1].")
    assert response.output[0].content[0].annotations[0].type == "url_citation"


@check
def openai_parsed():
    completion = client.chat.completions.parse(model=model, messages=messages, response_format=Care)
    assert completion.choices[0].message.parsed.answer == f"{said}."


@check_with_model
def openai_tools():
    parameters = {"type": "object", "properties": {"note": {"type": "string"}}}
    tools = [{"type": "function", "function": {"name": "write_down", "parameters": parameters}}]
    choice = client.chat.completions.create(model=model, messages=messages, tools=tools, tool_choice="required").choices[0]
    assert choice.finish_reason == "tool_calls"
    assert choice.message.tool_calls[0].function.name == "write_down"


@check
def openai_errors():
    try:
        client.chat.completions.create(model="pump-manua", messages=messages)
    except NotFoundError as error:
        assert error.code == "model_not_found" and model in error.message
    else:
        raise AssertionError("an unknown model was found")


chat = ChatOpenAI(model=model, base_url=base_url, api_key=api_key)


@check
def langchain_invoke():
    assert chat.invoke(question).content.startswith(f"{said} [1].")


@check
def langchain_stream():
    assert "".join(chunk.content for chunk in chat.stream(question)).startswith(f"{said} [1].")


@check
def langchain_structured_output():
    assert chat.with_structured_output(Care, method="json_schema").invoke(question).answer == f"{said}."


run()
