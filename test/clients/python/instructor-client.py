"""Instructor, which turns a model's replies into objects. Its openai is older than Pydantic AI's."""
import instructor
from checks import api_key, base_url, check, check_with_model, model, question, run, said
from openai import OpenAI
from pydantic import BaseModel


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


run()
