"""Libraries that put models into pipelines."""
import dspy
from checks import api_key, base_url, check, model, question, run, said
from haystack.components.generators.chat import OpenAIChatGenerator
from haystack.dataclasses import ChatMessage
from haystack.utils import Secret

dspy.configure(lm=dspy.LM(f"openai/{model}", api_base=base_url, api_key=api_key, cache=False))


@check
def dspy_predict():
    assert dspy.Predict("question -> answer")(question=question).answer.startswith(said)


@check
def dspy_chain_of_thought():
    assert dspy.ChainOfThought("question -> answer")(question=question).answer.startswith(said)


@check
def haystack_chat():
    generator = OpenAIChatGenerator(model=model, api_base_url=base_url, api_key=Secret.from_token(api_key))
    replies = generator.run([ChatMessage.from_user(question)])["replies"]
    assert replies[0].text.startswith(f"{said} [1].")


run()
