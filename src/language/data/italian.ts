import { type Language, unlisted } from "./language.ts";

export const italian: Language = {
  tag: "it",
  spacing: "words",
  questions: {
    how_to: "come posso|come si può|come fare|come devo|come si|quali passi",
    how_many: "quanti|quante|quale numero|quale percentuale|che percentuale",
    when: "quando|che anno|quale anno|che data|quale data|che giorno|quale giorno|quale mese|quale secolo|che secolo|quale decennio|che ora|a che ora|quale epoca",
    how_much:
      "quanto|quanta|quale distanza|che età|quale altezza|quale lunghezza|che dimensione|con quale frequenza|quale prezzo|quale temperatura|quale velocità",
    why: "perché|quale motivo|quale ragione|per quale|qual … motivo|qual … causa",
    where:
      "dove|dov'è|quale paese|quale città|che città|che paese|quale luogo|quale regione|quale stato|quale continente",
    list: "^elenca|^nomina|quali sono|quali tipi|che tipi|quali erano|quali furono",
    who: "chi|di chi|a chi|quale persona|quale presidente|quale re",
    definition: "che cosa significa|cosa significa|definizione|che cos'è|cos'è|che cosa è|cosa sono|che cosa sono",
    yes_no: "^è|^sono|^era|^c'è|^ci sono|^può|^posso|^si può|^deve|^ha|^hanno|^esiste",
  },
  negation: "non|mai|nessun|nessuno|nessuna|senza",
  exceptions: "tranne|eccetto|oltre a",
  frames:
    "tipo tipi genere esempio esempi nome nomi termine termini parola parole modo maniera percentuale numero data cosa cose motivo ragione scopo secondo normalmente generalmente solitamente succede successo accade accadde accaduto avvenne avvenuto posso può possiamo devo deve chiamato chiamata chiama conosciuto conosciuta significa significano serve servono usa usano utilizza utilizzano usato esattamente",
  ...unlisted,
  breadth: {
    sides: String.raw`\bconfront(?:a|are|o)\b|\bparagon(?:a|are|e)\b|\bdifferenz[ae]\b|\bdifferiscono\b|\bversus\b|\bvs\b|\bpiù \p{L}+.*,.*\bo\b|\b(?:e|o) (?:chi|quando|dove|quale|quali|cosa|perché|come|quant[oiae])(?!\p{L})`,
    joints: ["e|ed|o|versus|vs", "con|che"],
    comparing: "confronta(?:re)?|paragona(?:re)?|(?:qual è |quali sono )?(?:la |le )?differenz[ae] tra",
    linked: String.raw`\b(?:(?:il|la|i|le|in|di|da|per|con|su) cui|(?:nel|del|dal|sul) quale|(?:nella|della|dalla|sulla) quale|(?:nei|dei|nelle|delle) quali)\b`,
    overview: String.raw`\briassum(?:i|ere|imi)\b|\briassunto\b|\bpanoramica\b|^(?:spiega|spiegami|descrivi|descrivimi|parlami)\b|\btutto (?:(?:quello|ciò) che .*)?(?:su|sul|sullo|sulla|sui|sugli|sulle)\b|^(?:che )?cosa (?:dice|dicono|richiede|richiedono|prevede|raccomanda|prescrive) (?<source>.*?) (?:su|sul|sullo|sulla|sui|sugli|sulle|per|riguardo)\b`,
    contents: String.raw`^(?:dammi |fammi )?(?:un |una )?(?:panoramica|riassunto|riassumi)(?: (?:di|dei|delle|tutti|tutte|i|le|tuoi))*(?: (?:documenti?|fonti|file|tutto|note))?\W*$|^quali (?:documenti|fonti|file)\b.{0,15}\b(?:hai|ci sono|conosci)\W*$|^(?:in|con) (?:che )?cosa puoi aiutarmi\W*$|^di (?:che )?cosa (?:si tratta|parlano i documenti)\W*$`,
    about:
      "riassumi riassumere riassumimi riassunto panoramica spiega spiegami descrivi descrivimi elenca elencami parlami tutto dice dicono richiede richiedono prevede raccomanda prescrive confronta confrontare fare sapere considerare funziona funzionano gestisce tratta",
  },
  refusal: "Non ho trovato una risposta a questa domanda nelle fonti disponibili.",
  announcing: "seguent[ei]|di seguito|qui sotto|come segue",
  followUps: {
    openers: "e|ed|ma|o|allora|anche|che ne dici|perché",
    pointers: "esso|essa|essi|esse|lui|lei|loro|suo|sua|suoi|sue|quello|quella|ciò|lì",
  },
  talk: {
    hello: "ciao|salve|buongiorno|buonasera",
    thanks: "grazie|grazie mille|molte grazie",
    goodbye: "arrivederci|a presto|buonanotte",
    ability: "cosa puoi fare|che cosa puoi fare|cosa sai fare|che cosa sai fare|chi sei|aiuto|cosa sai|che cosa sai",
  },
  replies: {
    hello: "Salve! Sono {name}.",
    introduction: "Sono {name}.",
    thanks: "Prego.",
    goodbye: "Arrivederci.",
    sources: "Rispondo in base a queste fonti: {titles}.",
    noSources: "Non ho ancora fonti.",
    examples: "Può chiedermi, per esempio:",
  },
  abbreviations: {
    titles: "sig sigg sig.ra dr dott dott.ssa prof prof.ssa avv ing arch on s st mons rev gen col",
    references: "n nn art artt cap fig p pag pagg vol t ed ca rif eq",
    others: "ecc es p.es a.c d.c cfr max min tel s.p.a s.r.l sec",
    starters:
      "il lo la i gli le un uno una egli ella esso essa essi in nel nella a al alla di del della da dal per con su sul e ma o se quando come questo questa questi queste suo sua non anche dopo prima secondo",
    ordinals: false,
  },
  capitalNouns: false,
};
