import { type Language, unlisted } from "./language.ts";

export const portuguese: Language = {
  tag: "pt",
  spacing: "words",
  questions: {
    how_to: "como posso|como se pode|como fazer|como devo|como se|como eu|quais passos",
    how_many:
      "quantos|quantas|que número|qual o número|que percentagem|que porcentagem|qual percentual|qual a porcentagem",
    when: "quando|que ano|qual ano|que data|qual a data|que dia|que mês|que século|qual século|que década|que horas|que época",
    how_much:
      "quanto|quanta|que distância|qual a distância|que idade|que altura|qual a altura|que tamanho|com que frequência|que preço|qual o preço|que temperatura",
    why: "por que|por quê|porque|porquê|qual a razão|qual o motivo|qual a causa|para que",
    where:
      "onde|aonde|de onde|que país|qual país|que cidade|qual cidade|que lugar|qual lugar|que região|que estado|que continente",
    list: "^liste|^enumere|^cite|quais são|quais os|quais as|que tipos|quais tipos|quais eram|quais foram",
    who: "quem|de quem|a quem|que pessoa|que presidente|que rei",
    definition: "o que significa|definição|o que é|o que são|o que era|que é",
    yes_no: "^é|^são|^era|^foi|^há|^pode|^posso|^deve|^tem|^está|^existe|^existem",
  },
  negation: "não|nunca|jamais|nenhum|nenhuma|sem",
  exceptions: "exceto|salvo|além de",
  frames:
    "tipo tipos espécie exemplo exemplos nome nomes termo termos palavra palavras maneira forma modo percentagem porcentagem número data coisa coisas razão motivo propósito segundo normalmente geralmente habitualmente acontece aconteceu aconteceram ocorre ocorreu ocorreram posso pode podemos devo deve chamado chamada chama conhecido conhecida significa significam serve servem usa usam utiliza utilizam usado exatamente",
  ...unlisted,
  breadth: {
    sides: String.raw`\bcompar(?:e|ar|ação|em)(?!\p{L})|\bdiferenças?\b|\bdiferem\b|\bversus\b|\bvs\b|\bmais \p{L}+.*,.*\bou\b|\b(?:e|ou) (?:quem|quando|onde|qual|quais|o que|por que|como|quant[oa]s?)\b`,
    joints: ["e|ou|versus|vs", "com|que"],
    comparing: "compar(?:e|ar)|(?:qual é |quais são )?(?:a |as )?diferenças? entre",
    linked: String.raw`\b(?:cujo|cuja|cujos|cujas|onde|(?:no|na|nos|nas|do|da|dos|das|pelo|pela) (?:qual|quais))\b`,
    overview: String.raw`\bresum(?:o|a|ir)\b|\bvisão geral\b|\bpanorama geral\b|^(?:explique|explica|descreva|descreve)\b|^fal[ae](?:-me)? (?:sobre|d[eao]s?)\b|\btudo (?:o que .*)?sobre\b|^o que (?:diz|dizem|exige|exigem|recomenda|recomendam|prevê|determina) (?<source>.*?) (?:sobre|acerca|para|quanto)\b`,
    contents: String.raw`^(?:dá-me |dê-me |faz |faça )?(?:um |uma )?(?:resumo|resuma|visão geral|panorama)(?: (?:de|dos|das|todos|todas|os|as|teus|seus))*(?: (?:documentos?|fontes?|ficheiros?|arquivos?|tudo|notas))?\W*$|^que (?:documentos|fontes|ficheiros|arquivos)\b.{0,15}\b(?:tens|tem|há|existem)\W*$|^(?:em|com) (?:o )?que (?:me )?(?:podes|pode) ajudar(?:-me)?\W*$|^do que se trata\W*$`,
    about:
      "resumo resuma resumir visão panorama geral explique explica descreva descreve liste enumere fale fala tudo diz dizem exige exigem recomenda recomendam prevê determina compare comparar fazer saber considerar funciona funcionam trata lida gere",
  },
  refusal: "Não encontrei resposta para essa pergunta nas fontes disponíveis.",
  announcing: "seguintes?|a seguir|abaixo|como segue",
  followUps: {
    openers: "e|mas|ou|então|também|e quanto a|por que",
    pointers: "ele|ela|eles|elas|isto|isso|esse|essa|seu|sua|ali|lá",
  },
  talk: {
    hello: "olá|oi|bom dia|boa tarde|boa noite",
    thanks: "obrigado|obrigada|muito obrigado|muito obrigada",
    goodbye: "tchau|adeus|até logo",
    ability:
      "o que você pode fazer|o que você sabe fazer|o que podes fazer|o que sabes fazer|quem é você|quem és tu|ajuda",
  },
  replies: {
    hello: "Olá! Sou {name}.",
    introduction: "Sou {name}.",
    thanks: "De nada.",
    goodbye: "Adeus.",
    sources: "Respondo a partir destas fontes: {titles}.",
    noSources: "Ainda não tenho fontes.",
    examples: "Pode perguntar-me, por exemplo:",
  },
  abbreviations: {
    titles: "sr sra srta dr dra prof profa eng gen sto sta d rev exmo exma pe cel",
    references: "n nº art arts cap fig pág págs p pp vol ed aprox ref eq",
    others: "etc ex p.ex a.c d.c cia ltda s.a tel av máx mín séc",
    starters:
      "o a os as um uma uns umas ele ela eles elas em no na nos nas de do da por para com e mas ou se quando como este esta estes estas esse essa seu sua não também depois antes desde segundo",
    ordinals: false,
  },
  capitalNouns: false,
};
