import { type Language, unlisted } from "./language.ts";

export const dutch: Language = {
  tag: "nl",
  spacing: "words",
  questions: {
    how_to: "hoe kan ik|hoe kun je|hoe moet ik|hoe … ik|hoe … je|hoe … men|welke stappen",
    how_many: "hoeveel … procent|welk percentage|welk aantal|hoe veel",
    when: "wanneer|welk jaar|welke datum|welke dag|welke maand|welke eeuw|welk decennium|hoe laat|sinds wanneer|welke tijd|welke periode",
    how_much:
      "hoeveel|hoe lang|hoe ver|hoe oud|hoe groot|hoe hoog|hoe zwaar|hoe snel|hoe diep|hoe breed|hoe vaak|hoe warm|hoe duur",
    why: "waarom|welke reden|wat … reden|wat … oorzaak|waardoor",
    where: "waar|waarheen|waarvandaan|welk land|welke stad|welke plaats|welke regio|welke staat|welk continent",
    list: "^noem|^lijst|wat zijn de|welke soorten|welke zijn|wat waren de",
    who: "wie|van wie|aan wie|wiens|welke persoon|welke president|welke koning",
    definition: "wat betekent|definitie van|wat is|wat zijn|wat was|waar staat … voor",
    yes_no: "^is|^zijn|^was|^waren|^heeft|^hebben|^kan|^kunnen|^mag|^moet|^zal|^wordt|^worden|^bestaat",
  },
  negation: "niet|nooit|geen|zonder",
  exceptions: "behalve|afgezien van",
  frames:
    "soort soorten type types voorbeeld voorbeelden naam namen term termen woord woorden manier percentage aantal datum ding dingen reden doel volgens normaal gewoonlijk meestal gebeurt gebeurde gebeurden gebeurd mag mogen kan kunnen moet moeten genoemd heet heten bekend betekent betekenen betekenis dient dienen gebruikt gebruiken precies eigenlijk",
  ...unlisted,
  breadth: {
    sides: String.raw`\bvergelijk|\bverschil(?:len|t)?\b|\bversus\b|\bvs\b|\b(?:eerder|eerst|groter|kleiner|ouder|jonger|langer|hoger|meer|beter)\b.*,.*\bof\b|\b(?:en|of) (?:wie|wanneer|waar|welke?|wat|waarom|hoe|hoeveel)\b`,
    joints: ["en|of|versus|vs", "met|dan"],
    comparing: "vergelijk|(?:wat is )?(?:het )?verschil tussen",
    linked: String.raw`\b(?:wiens|wier|waarvan|waarin|waarmee|waaruit|waarop|(?:in|van|met|voor|op) (?:wie|welke))\b`,
    overview: String.raw`\boverzicht\b|\bsamenvatting\b|\bvat .* samen\b|^leg .* uit\b|^(?:beschrijf|noem)\b|^vertel (?:me |mij )?(?:over|iets|alles)\b|\balles (?:over|wat)\b|^wat (?:zegt|zeggen|eist|eisen|vereist|vereisen|adviseert|adviseren) (?<source>.*?) (?:over|voor|bij|van)\b`,
    contents: String.raw`^(?:geef (?:me |mij )?)?(?:een )?(?:kort )?(?:overzicht|samenvatting)(?: (?:van|over|alle|de|je|uw|mijn))*(?: (?:documenten|bronnen|bestanden|alles|notities))?\W*$|^welke (?:documenten|bronnen|bestanden)\b.{0,15}\b(?:heb je|zijn er|ken je)\W*$|^waar(?:mee| kun je me mee) (?:kun je (?:me |mij )?)?helpen\W*$|^waar gaat (?:dit|het) over\W*$`,
    about:
      "overzicht samenvatting samenvatten vat samen leg uit beschrijf noem vertel alles iets zegt zeggen eist eisen vereist vereisen adviseert adviseren vergelijk doen weten werkt werken gaat",
  },
  refusal: "Ik heb hierop geen antwoord gevonden in de beschikbare bronnen.",
  announcing: "volgende|als volgt|hieronder",
  followUps: {
    openers: "en|maar|of|dus|dan|ook|hoe zit het met|waarom",
    pointers: "hij|zij|ze|hem|hun|deze|ermee|ervan|daarmee|daarvan",
  },
  talk: {
    hello: "hallo|hoi|goedemorgen|goedemiddag|goedenavond|goedendag",
    thanks: "bedankt|dank je|dank je wel|dank u|dank u wel",
    goodbye: "tot ziens|doei|dag",
    ability: "wat kun je|wat kan je|wie ben je|help|wat weet je",
  },
  replies: {
    hello: "Hallo! Ik ben {name}.",
    introduction: "Ik ben {name}.",
    thanks: "Graag gedaan.",
    goodbye: "Tot ziens.",
    sources: "Ik antwoord op basis van deze bronnen: {titles}.",
    noSources: "Ik heb nog geen bronnen.",
    examples: "U kunt mij bijvoorbeeld vragen:",
  },
  abbreviations: {
    titles: "dhr mevr mw dr drs ir ing prof mr st ds mgr gen",
    references: "nr nrs art afb blz p fig hfst par bijl jan feb mrt apr jun jul aug sept okt nov dec ca ref vgl",
    others: "bv bijv d.w.z enz etc evt excl incl max min m.b.t o.a n.a.v t.a.v t.o.v tel v.chr n.chr",
    starters:
      "de het een hij zij ze het wij we ik dit dat deze die in op aan van voor met bij naar uit door en maar of als toen wanneer hoe daar hier zijn haar hun ook na sinds volgens niet er",
    ordinals: false,
  },
  capitalNouns: false,
};
