/** What the two people of a made conversation say, in words of our own. Parts of a line are separated by ` | `. */

/**
 * Statement, a question about `{n}` in its words, one in other words, and a particular for each speaker; without the second,
 * only one of them says it.
 */
export const kinds = partsOf([
  "We adopted a {v} from the shelter. | What did {n} adopt from the shelter? | What animal did {n} take in? | greyhound | rabbit",
  "I start as a {v} at the county hospital on Monday. | What does {n} start as at the county hospital? | What is {n}'s new job? | midwife | radiographer",
  "My sister {v} is moving in with me for the summer. | Which sister is moving in with {n}? | What is the name of {n}'s sister? | Agnes | Ottilie",
  "I signed up for {v} lessons at the community centre. | Which lessons did {n} sign up for? | What is {n} learning? | pottery | accordion",
  "I am allergic to {v}, so I had to leave the dinner early. | What is {n} allergic to? | Which food can {n} not eat? | hazelnuts | shellfish",
  "The landlord is raising my rent to {v} a month. | To how much a month is the landlord raising {n}'s rent? | How much will {n} pay for the flat? | 940 euros | 1,180 euros",
  "I finally read {v} from cover to cover. | What did {n} read from cover to cover? | Which book did {n} finish? | Middlemarch | The Leopard",
  "For the trip I booked a cabin near {v}. | Near which place did {n} book a cabin? | Where will {n} spend the holiday? | Bergen | Lake Bled",
  "I grew up in {v}, right behind the harbour. | Where did {n} grow up? | Where did {n} spend their childhood? | Trieste | Gdynia",
  "My car broke down and the {v} has to be replaced. | What has to be replaced in {n}'s car? | What is wrong with {n}'s car? | alternator | gearbox",
  "I have been playing {v} in the Thursday league. | What does {n} play in the Thursday league? | Which sport does {n} practise? | badminton | water polo",
  "My favourite meal is {v}, the way grandmother made it. | What is {n}'s favourite meal? | What does {n} like to eat most? | mushroom risotto | lamb stew",
  "The doctor says I need {v} before I can run again. | What does the doctor say {n} needs before running again? | What treatment does {n} need? | physiotherapy | a knee brace",
  "I painted the bedroom {v}, and it took three coats. | Which colour did {n} paint the bedroom? | What colour is {n}'s bedroom? | olive green | pale yellow",
  "I am saving up for {v}. | What is {n} saving up for? | What does {n} want to buy? | a cargo bike | a telescope",
  "My boss is called {v} and never answers messages. | What is {n}'s boss called? | Who is {n}'s manager? | Mr Falkner | Dr Ibsen",
  "I volunteer at the {v} on Saturdays. | Where does {n} volunteer on Saturdays? | Where does {n} help without pay? | food bank | bird sanctuary",
  "I planted {v} along the fence. | What did {n} plant along the fence? | What grows in {n}'s garden? | raspberries | sunflowers",
  "I cannot stand {v} on the radio. | What can {n} not stand on the radio? | Which music does {n} dislike? | brass bands | smooth jazz",
  "I was born in {v}, in the middle of a snowstorm. | When was {n} born, in the middle of a snowstorm? | In which year was {n} born? | 1988 | 1991",
  "My grandfather was a {v} all his life. | What was {n}'s grandfather all his life? | What did {n}'s grandfather do for a living? | lighthouse keeper | bookbinder",
  "I promised to bake {v} for the school fair. | What did {n} promise to bake for the school fair? | What will {n} bring to the fair? | a plum cake | cinnamon rolls",
  "I forgot my {v} on the train to the coast. | What did {n} forget on the train to the coast? | What did {n} lose while travelling? | violin case | reading glasses",
  "My password manager is {v}, and I pay for it. | Which password manager does {n} pay for? | Which tool keeps {n}'s passwords? | Keyring Nine | LockBox",
  "I want the meeting notes in {v}, never as a PDF. | How does {n} want the meeting notes? | In which format does {n} want notes? | Markdown | a spreadsheet",
  "I switched to {v} for breakfast. | What did {n} switch to for breakfast? | What does {n} have in the morning? | buckwheat porridge | rye bread",
  "My daughter is called {v}. | What is {n}'s daughter called? | What is the name of {n}'s daughter? | Lily |",
  "My husband repairs {v} for a living. | What does {n}'s husband repair for a living? | What does {n}'s husband work on? | church organs |",
  "I broke my {v} on the ice. | What did {n} break on the ice? | Which bone did {n} break? | wrist |",
  "I keep {v} on the roof. | What does {n} keep on the roof? | What does {n} keep on top of the house? | bees |",
  "I won the {v} at the village fair. | What did {n} win at the village fair? | Which prize did {n} get? | raffle ham |",
  "I speak {v} with my mother. | Which language does {n} speak with their mother? | Which language does {n} use at home? | Slovene |",
]);

/** A question of the other speaker, the reply, the question about it, and a particular for each speaker. */
export const exchanges = partsOf([
  "Which choir did you join in the end? | The {v} one. | Which choir did {n} join? | cathedral | dockworkers'",
  "What did you name the boat? | {v}, after my aunt. | What is the name of {n}'s boat? | Philippa | Wilhelmina",
  "Who will look after your cat? | Probably {v}. | Who will look after {n}'s cat? | old Mr Crane | the twins",
  "What size are your boots? | Usually {v}. | What size are {n}'s boots? | thirty-eight | forty-five",
  "Which floor do you live on now? | The {v}, with no lift. | Which floor does {n} live on? | fifth | second",
  "What instrument did you sell? | Only the old {v}. | Which instrument did {n} sell? | harmonium | bassoon",
]);

/** What happened, and the question for its date. */
export const events = partsOf([
  "I ran my first marathon {d}. | When did {n} run a marathon?",
  "I had an audition at the city theatre {d}. | When did {n} audition?",
  "My car was stolen {d}. | When was {n}'s car stolen?",
  "I gave a talk about glaciers {d}. | When did {n} speak about glaciers?",
  "I met the new neighbours {d}. | When did {n} meet the neighbours?",
  "I handed in my thesis {d}. | When did {n} submit the thesis?",
  "I quit smoking {d}. | When did {n} stop smoking?",
  "I visited the aquarium {d}. | When did {n} go to the aquarium?",
]);

/** Words for a day, and how many days before the turn it is. */
export const days: readonly (readonly [string, number])[] = [
  ["yesterday", 1],
  ["3 days ago", 3],
  ["today", 0],
  ["last night", 1],
];

export const openers = [
  ...[
    "That sounds about right.",
    "Really?",
    "Same here.",
    "I was just thinking that.",
    "Fair enough.",
    "Ha, of course.",
  ],
  ...["Good point.", "Oh well.", "I am not sure.", "Lovely.", "No idea, to be honest.", "You always say that."],
];
export const remarks = [
  ...["The rain has not stopped all week.", "Pets are a lot of work.", "Jobs like that are hard to find."],
  ...["Sisters can be like that.", "Courses fill up quickly.", "One has to be careful with food."],
  ...["Rents are going up everywhere.", "Books pile up on every shelf.", "A holiday would do everyone good."],
  ...["Childhood towns look smaller every year.", "Cars only bring trouble.", "Sport keeps people sane."],
  ...["Doctors never have time.", "Paint never dries when it should.", "Telescopes and bikes cost a fortune."],
  ...["Managers come and go.", "The garden needs water.", "Radio is not what it was.", "Trains are late again."],
  ...["Passwords are a nuisance.", "Breakfast is the best part of the day.", "The fair was crowded, they say."],
  ...["Did the parcel arrive?", "How was the concert?", "What is on tonight?", "Shall we talk later?"],
];
export const prompts = [
  "What is new?",
  "Anything else?",
  "And how are things at home?",
  "Tell me more.",
  "What have you been up to?",
];

function partsOf(lines: readonly string[]): readonly (readonly string[])[] {
  return lines.map((line) => line.split(" | "));
}
