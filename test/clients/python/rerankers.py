"""Libraries that rank texts for a query."""
import cohere
from checks import api_key, base_url, check, run
from cohere.core.api_error import ApiError
from langchain_cohere import CohereRerank as LangChainRerank
from langchain_core.documents import Document
from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode
from llama_index.postprocessor.cohere_rerank import CohereRerank
from llama_index.postprocessor.jinaai_rerank import JinaRerank

query = "How often is the filter replaced?"
texts = ["The door is painted green.", "The filter is replaced every six months.", "Pumps have filters."]
# Cohere's clients add the version to the address themselves.
origin = base_url.removesuffix("/v1")


@check
def cohere_first_version():
    client = cohere.Client(api_key=api_key, base_url=origin)
    reply = client.rerank(query=query, documents=texts, model="rerank-english-v3.0", top_n=2, return_documents=True)
    assert [result.index for result in reply.results] == [1, 2]
    assert reply.results[0].document.text == texts[1]


@check
def cohere_second_version():
    client = cohere.ClientV2(api_key=api_key, base_url=origin)
    reply = client.rerank(query=query, documents=texts, model="rerank-v3.5")
    assert [result.index for result in reply.results] == [1, 2, 0]
    assert 1 > reply.results[0].relevance_score > reply.results[1].relevance_score


@check
def cohere_error():
    try:
        cohere.ClientV2(api_key="dk_wrong", base_url=origin).rerank(query=query, documents=texts, model="any")
    except ApiError as error:
        assert error.status_code == 401
    else:
        raise AssertionError("a wrong key was accepted")


@check
def langchain_cohere():
    reranker = LangChainRerank(cohere_api_key=api_key, base_url=origin, model="rerank-v3.5", top_n=1)
    found = reranker.compress_documents([Document(page_content=text) for text in texts], query)
    assert [document.page_content for document in found] == [texts[1]]


def first_node(reranker):
    nodes = [NodeWithScore(node=TextNode(text=text), score=0.1) for text in texts]
    return reranker.postprocess_nodes(nodes, QueryBundle(query))[0].node.text


@check
def llamaindex_cohere():
    assert first_node(CohereRerank(api_key=api_key, base_url=origin, top_n=2)) == texts[1]


@check
def llamaindex_jina():
    assert first_node(JinaRerank(api_key=api_key, base_url=base_url, top_n=2)) == texts[1]


run()
