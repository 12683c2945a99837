"""Libraries that put models into pipelines."""
import dspy
from checks import api_key, base_url, check, model, question, run, said
from haystack.components.builders import PromptBuilder
from haystack.components.generators.chat import OpenAIChatGenerator
from haystack.dataclasses import ChatMessage, Document
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


@check
def haystack_documents_in_the_prompt():
    template = """
    Given these documents, answer the question.
    Documents:
    {% for document in documents %}
        {{ document.content }}
    {% endfor %}
    Question: {{question}}
    Answer:
    """
    documents = [Document(content="Parcels for the pump arrive on Tuesdays.")]
    builder = PromptBuilder(template=template, required_variables="*")
    prompt = builder.run(documents=documents, question="When do parcels for the pump arrive?")["prompt"]
    generator = OpenAIChatGenerator(model=model, api_base_url=base_url, api_key=Secret.from_token(api_key))
    replies = generator.run([ChatMessage.from_user(prompt)])["replies"]
    assert replies[0].text.startswith("Parcels for the pump arrive on Tuesdays [1].")


run()
