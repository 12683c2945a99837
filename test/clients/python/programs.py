"""Libraries that turn a model's replies into objects."""
import instructor
from checks import api_key, base_url, check, check_with_model, model, question, run, said
from openai import OpenAI
from pydantic import BaseModel
from pydantic_ai import Agent
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider


class Care(BaseModel):
    answer: str


def extract(mode):
    client = instructor.from_openai(OpenAI(base_url=base_url, api_key=api_key), mode=mode)
    messages = [{"role": "user", "content": question}]
    return client.chat.completions.create(model=model, messages=messages, response_model=Care, max_retries=0)


@check
def instructor_md_json():
    assert extract(instructor.Mode.MD_JSON).answer == f"{said}."


@check
def instructor_json():
    assert extract(instructor.Mode.JSON).answer == f"{said}."


@check_with_model
def instructor_tools():
    assert extract(instructor.Mode.TOOLS).answer == f"{said}."


pydantic_model = OpenAIChatModel(model, provider=OpenAIProvider(base_url=base_url, api_key=api_key))


@check
def pydantic_ai_text():
    assert Agent(pydantic_model).run_sync(question).output.startswith(f"{said} [1].")


@check_with_model
def pydantic_ai_object():
    assert Agent(pydantic_model, output_type=Care).run_sync(question).output.answer == f"{said}."


run()
