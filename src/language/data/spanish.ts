import { type Language, unlisted } from "./language.ts";

export const spanish: Language = {
  tag: "es",
  spacing: "words",
  questions: {
    how_to: "cómo puedo|cómo se puede|cómo \\S+o|cómo \\S+[aei]mos|cómo hacer|cómo debo|cómo se|qué pasos",
    how_many: "cuántos|cuántas|qué número|qué porcentaje|qué proporción",
    when: "cuándo|qué año|qué fecha|qué día|qué mes|qué siglo|qué década|qué hora|qué época",
    how_much:
      "cuánto|cuánta|qué distancia|qué edad|qué altura|qué longitud|qué tamaño|con qué frecuencia|qué cantidad|qué precio|qué temperatura|qué velocidad",
    why: "por qué|qué razón|qué motivo|cuál … razón|cuál … causa|para qué",
    where: "dónde|adónde|qué país|qué ciudad|qué lugar|qué región|qué estado|qué continente",
    list: "^lista|^enumera|^nombra|cuáles son|qué tipos|qué clases|cuáles eran|cuáles fueron",
    who: "quién|quiénes|qué persona|qué presidente|qué rey",
    definition: "qué significa|definición|qué es|qué son|qué era|qué quiere decir",
    yes_no: "^es|^son|^era|^fue|^hay|^puede|^puedo|^debe|^tiene|^está|^están|^existe|^se puede",
  },
  negation: "no|nunca|jamás|ningún|ninguna|sin|ni",
  exceptions: "excepto|salvo|además de|aparte de",
  frames:
    "tipo tipos clase clases ejemplo ejemplos nombre nombres término términos palabra palabras manera forma modo porcentaje cantidad número fecha cosa cosas razón motivo propósito según normalmente generalmente habitualmente ocurre ocurrió ocurrieron sucede sucedió sucedieron pasa pasó puedo puede debo debe debes llamado llamada llama llaman conocido conocida significa significan significado sirve sirven usa usan utiliza utilizan exactamente realmente",
  ...unlisted,
  breadth: {
    sides: String.raw`\bcompar(?:a|ar|ación|ado|ada|en)(?!\p{L})|\bdiferencias?\b|\bdifieren?\b|se diferencian?\b|\bversus\b|\bvs\b|\bmás \p{L}+.*,.*\bo\b|\b[yo] (?:quién|cuándo|dónde|cuál|qué|cómo|por qué|cuánt[oa]s?)(?!\p{L})`,
    joints: ["y|e|o|u|versus|vs", "con|que"],
    comparing: "compara(?:r)?|(?:cuál(?:es)? (?:es|son) )?(?:la |las )?diferencias? entre",
    linked: String.raw`\b(?:cuyo|cuya|cuyos|cuyas|donde|(?:en|con|de|para|por) (?:el|la|los|las) (?:que|cual(?:es)?))\b`,
    overview: String.raw`\bresum(?:e|ir|en)\b|\bresúmeme\b|\bvisión general\b|^[¿\s]*de qué (?:trata|habla)|puntos (?:clave|principales)|\bpanorama general\b|^[¿¡\s]*(?:explica|explícame|describe|descríbeme|háblame|cuéntame)\b|\btodo (?:lo que .*)?(?:sobre|acerca de)\b|^[¿\s]*qué (?:dicen?|exigen?|recomiendan?|establecen?) (?<source>.*?) (?:sobre|acerca de|para|respecto)\b`,
    contents: String.raw`^[¿¡\s]*(?:dame |hazme )?(?:un |una )?(?:resumen|resume|visión general|panorama)(?: (?:de|del|todos|todas|los|las|tus|mis))*(?: (?:documentos?|fuentes?|archivos?|todo|notas))?\W*$|^[¿\s]*qué (?:documentos|fuentes|archivos)\b.{0,15}\b(?:tienes|hay|conoces)\W*$|^[¿\s]*(?:en|con) qué (?:me )?puedes ayudar(?:me)?\W*$|^[¿\s]*de qué (?:trata esto|tratan los documentos)\W*$`,
    about:
      "qué trata habla puntos clave principales resumen resumir resume resúmeme visión panorama general explica explícame describe descríbeme enumera háblame cuéntame todo dice dicen exige exigen recomienda recomiendan establece establecen compara comparar hacer saber considerar funciona funcionan trata maneja gestiona",
  },
  refusal: "No he encontrado una respuesta a esa pregunta en las fuentes disponibles.",
  announcing: "siguientes?|a continuación|como sigue",
  followUps: {
    openers: "y|e|pero|o|entonces|también|qué tal|qué hay de|por qué",
    pointers: "él|ella|ellos|ellas|su|sus|esto|eso|ese|esa|allí|ahí",
  },
  talk: {
    hello: "hola|buenos días|buenas tardes|buenas noches|buenas",
    thanks: "gracias|muchas gracias|mil gracias",
    goodbye: "adiós|hasta luego|hasta pronto",
    ability: "qué puedes hacer|qué sabes hacer|qué puede hacer|quién eres|ayuda|qué sabes|qué puedo preguntarte",
  },
  replies: {
    hello: "¡Hola! Soy {name}.",
    introduction: "Soy {name}.",
    thanks: "De nada.",
    goodbye: "Adiós.",
    sources: "Respondo a partir de estas fuentes: {titles}.",
    noSources: "Todavía no tengo fuentes.",
    examples: "Puede preguntarme, por ejemplo:",
  },
  abbreviations: {
    titles: "sr sra srta sres d dña dr dra prof ing lic gral sto sta fr mons excmo excma ilmo ilma pbro cnel tte rvdo",
    references: "núm n.º art arts cap fig pág págs p pp vol t ed aprox ref refs ec secc",
    others: "etc ee.uu ej p.ej a.c d.c a.m p.m cía ud uds vd vds tel av avda máx mín s.a",
    starters:
      "el la los las un una unos unas él ella ellos ellas en a al de del por para con y pero o si cuando como este esta estos estas ese esa su sus se no también después antes desde según",
    ordinals: false,
  },
  statements: {
    numbers:
      "cero=0 dos=2 tres=3 cuatro=4 cinco=5 seis=6 siete=7 ocho=8 nueve=9 diez=10 once=11 doce=12 trece=13 catorce=14 quince=15 dieciséis=16 diecisiete=17 dieciocho=18 diecinueve=19 veinte=20 veintiuno=21 veintidós=22 veintitrés=23 veinticuatro=24 veinticinco=25 veintiséis=26 treinta=30 cuarenta=40 cincuenta=50 sesenta=60 setenta=70 ochenta=80 noventa=90 cien=100 ciento=100 doscientos=200 quinientos=500 mil=1000 millón=1000000 millones=1000000 docena=12 medio=0.5 media=0.5 cuarto=1/4 cuartos=1/4",
    units:
      "s=segundo segundos|min=minuto minutos|h=hora horas|d=día días diario diaria diariamente|wk=semana semanas semanal semanalmente|mo=mes meses mensual mensualmente|3mo=trimestre trimestres trimestral trimestralmente|6mo=semestre semestres semestral|y=año años anual anualmente|decade=década décadas|century=siglo siglos|times=vez veces|m=metro metros|in=pulgada pulgadas|ft=pie pies|mi=milla millas|ha=hectárea hectáreas|m²=metro_cuadrado metros_cuadrados|m³=metro_cúbico metros_cúbicos|g=gramo gramos|kg=kilo kilos|t=tonelada toneladas|pound=libra libras|l=litro litros|%=por_ciento|‰=por_mil|pp=punto_porcentual puntos_porcentuales|€=euro euros|$=dólar dólares|¢=céntimo céntimos centavo centavos|CHF=franco francos|°=grado grados|°C=celsius grado_celsius grados_celsius|°F=fahrenheit grado_fahrenheit grados_fahrenheit|K=kelvin kelvins|W=vatio vatios|V=voltio voltios|A=amperio amperios|Hz=hertz hercio hercios|bar=bares|B=byte bytes|bit=bit bits|px=píxel píxeles|pt=punto puntos",
    synonyms:
      "cambiar cambia cambian cambiado cambiados cambiada sustituir sustituye sustituyen sustituido reemplazar reemplaza reemplazan reemplazado renovar renueva|revisar revisa revisan revisado comprobar comprueba comprueban inspeccionar inspecciona inspeccionan controlar controla|empezar empieza comenzar comienza iniciar inicia|terminar termina acabar acaba finalizar|construir construyó construido edificado|reparar repara reparado arreglar|comprar compra compró adquirir|cuesta cuestan costar precio|personal empleados trabajadores plantilla|necesita necesitan requiere requieren precisa|permitido permitida autorizado autorizada|prohibido prohibida vedado|levanta levantar levantan eleva elevar elevan iza|contiene contener contienen|limpiar limpia limpian limpiado|entregar entrega entregan|guardar guarda almacenar almacena almacenan guardan|grande grandes|empresa compañía firma|abrir abre abren abrió abierto abierta|cerrar cierra cierran cerró cerrado cerrada|escribir escribe escrito escrita|poner pone ponen puso puesto puesta|hacer hace hacen hizo hecho hecha|volver vuelve vuelven volvió vuelto|solicitar solicita solicitan pedir pide piden|servir sirve sirven|producir produce producen produjo",
    light:
      "también cada todos todas todo toda por tanto así embargo realiza realizan realizado efectúa efectúan lugar aproximadamente unos según intervalo intervalos normalmente generalmente habitualmente actualmente debe deben puede pueden ser será serán causa debido motivo",
    rarely: "rara vez|raramente|pocas veces|apenas",
    sometimes: "a veces|ocasionalmente|de vez en cuando|algunas veces",
    often: "a menudo|frecuentemente|con frecuencia|regularmente",
    always: "siempre|en todo momento|constantemente|permanentemente",
    every: "cada|todos|todas",
    contrasts: [
      "antes / ~después / hasta",
      "sin / ~con",
      "a menos que|salvo que / ~si|cuando",
      "en lugar de|en vez de / ~además de|así como",
      "primer[oa]?s? / segund[oa]s? / tercer[oa]?s? / cuart[oa]s? / quint[oa]s? / últim[oa]s?",
      "más / menos",
      "~deb(?:e|es|en|emos|erá|erán)|ha[ny]? que|tiene[ns]? que|obligatori[oa]s? / ~puede[ns]?|podemos|podrá[ns]?|podría[ns]?|opcional(?:es)?|voluntari[oa]s? / ~deberías?|deberían",
      "solo|sólo|solamente|únicamente|exclusivamente",
      "~tod[oa]s|cada / ~algun[oa]s / ~much[oa]s / ~poc[oa]s / ningun[oa]|nadie",
      "~mism[oa]s? / ~otr[oa]s?|diferentes?|distint[oa]s?",
      "~automátic[oa]s?|automáticamente / ~manual(?:es|mente)?",
      "~intern[oa]s? / ~extern[oa]s?",
      "~local(?:es)? / ~remot[oa]s?",
      "~dentro / ~fuera",
      "~encima|arriba / ~debajo|abajo",
      "~nuev[oa]s? / ~antigu[oa]s?|viej[oa]s?",
      "~mayor(?:es)? / ~menor(?:es)?",
      "~grandes? / ~pequeñ[oa]s?",
      "~anterior(?:es)? / ~siguientes?|próxim[oa]s?",
      "~principio|inicio / ~final|fin",
      "~posibles? / ~imposibles?",
      "~activ(?:ar|a|e|ad[oa]s?) / ~desactiv(?:ar|a|e|ad[oa]s?)",
      "~mostrar|muestran? / ~ocult(?:ar|an?|ad[oa]s?)",
      "~abrir|abren?|abiert[oa]s? / ~cerrar|cierran?|cerrad[oa]s?",
    ],
    prefixed:
      "im(?=posib|probab)|in(?=visib|válid|útil|complet|correct|compatib|dependient|segur|necesari|exact|suficient|direct|usual|estab)|ir(?=regul|relevan)|des(?=conocid|conectad)",
    than: "(?:más|menos|tan) (?:[\\p{L}]+ ){0,3}que",
    atLeast: "al menos|como mínimo|por lo menos|no menos de|mínimo de",
    atMost: "como máximo|a lo sumo|no más de|hasta|máximo de",
    over: "más de|superior(?:es)? a|por encima de|supera",
    under: "menos de|inferior(?:es)? a|por debajo de",
    joins: "y|e|pero|mientras que|así como|o",
    conditions: "si|cuando|porque|aunque|antes|después|hasta",
    determiners:
      "el|la|los|las|un|una|unos|unas|este|esta|estos|estas|su|sus|cada|todos|todas|él|ella|ellos|en|al|para|durante|si|cuando|después|antes",
    pronouns:
      "él|ella|ellos|ellas|este|esta|estos|estas|su|sus|ambos|ambas|esto|cada|después|luego|allí|se|\\p{L}+(?:ió|ieron|aron|ará|erá|irá)|(?:la|lo|las|los) \\p{L}+[aei]mos|es|son|está|están|tienen?|deben?|pueden?|permiten?|funcionan?|contienen?|cuestan?|duran?|pesan?|miden?|ofrecen?|incluyen?|necesitan?|requieren?|sirven?",
    subjects: "él|ella|ellos|ellas|\\p{L}+[aei]r(?:lo|la|los|las)",
    by: "por",
    subjectFirst: false,
    of: "de|del",
    attribution:
      "(?:según|de acuerdo con|conforme a) (?:el |la |los |las )?(?:pasajes?|fuentes?|documentos?|extractos?|textos?|manual)(?: (?:número |n\\.º ?)?(?<n>\\d{1,3}))?,? ",
  },
  capitalNouns: false,
};
