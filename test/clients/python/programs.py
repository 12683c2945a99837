"""Pydantic AI, which turns a model's replies into objects."""
from checks import api_key, base_url, check, check_with_model, model, question, run, said
from pydantic import BaseModel
from pydantic_ai import Agent
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider


class Care(BaseModel):
    answer: str


pydantic_model = OpenAIChatModel(model, provider=OpenAIProvider(base_url=base_url, api_key=api_key))


@check
def pydantic_ai_text():
    assert Agent(pydantic_model).run_sync(question).output.startswith(f"{said} [1].")


@check_with_model
def pydantic_ai_object():
    assert Agent(pydantic_model, output_type=Care).run_sync(question).output.answer == f"{said}."


run()
