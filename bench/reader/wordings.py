"""One question in the wordings in which people ask it."""

import re

# A question as it is, and others by rule.
FORMS = 6
FILLERS = set("a an the of in on at to for by is are was were be do does did i my me we our you your please it its have has there would could".split())
ASKING = set("what what's which who whom whose when where why how".split())
HELPERS = "is are was were do does did can could may must should will would has have am isn't aren't don't doesn't didn't can't".split()
OPENINGS = ["can you tell me", "could you tell me", "I'd like to know", "I would like to know", "do you know", "please tell me", "tell me", "where does it say",
            "does it say", "I want to know", "I was wondering", "quick question:", "hi,", "any idea", "I need to know"]
ABOUT = ["what is {}", "what is the {}", "what are the {}", "what's the {}", "tell me about {}", "explain {}", "what about {}", "what does it say about {}",
         "information on {}", "I'd like to know about {}", "can you explain {}", "how about {}", "where can I read about {}", "give me details on {}", "{} please"]
SHORTER = [("what is", "what's"), ("who is", "who's"), ("where is", "where's"), ("how is", "how's"), ("do not", "don't"), ("does not", "doesn't"),
           ("is not", "isn't"), ("are not", "aren't"), ("cannot", "can't"), ("can not", "can't"), ("i am", "i'm"), ("i have", "i've"), ("it is", "it's"),
           ("will not", "won't"), ("we are", "we're"), ("you are", "you're")]
SUBJECT = re.compile(r"(?:what(?: is|'s| are| was| were)|tell me about|explain|describe) (?:(?:the|a|an) )?(.+)", re.I)


def worded(question, chance):
    text = " ".join(question.rstrip("?!. ").split())
    lower, draw = text.lower(), chance.random()
    subject = SUBJECT.fullmatch(text)
    first = lower.split(" ")[0]
    if draw < 0.15:
        text = " ".join(word for word in text.split() if word.lower() not in FILLERS and word.lower() not in ASKING) or text
    elif draw < 0.6:
        if subject or first not in ASKING and first not in HELPERS:
            text = chance.choice(["{}", *ABOUT]).format(subject[1] if subject else text)
        else:
            text = f"{chance.choice(OPENINGS)} {'if ' if first in HELPERS and chance.random() < 0.3 else ''}{text}"
    elif draw < 0.7:
        longer = chance.random() < 0.3
        for long, short in SHORTER:
            text = re.sub(rf"\b{short if longer else long}\b", long if longer else short, text, flags=re.I)
    elif draw < 0.85:
        text = " ".join(word for word in text.split() if word.lower() not in FILLERS) or text
    if chance.random() < 0.25:
        text = with_slip(text, chance)
    return text + chance.choice(["", "?"])


def with_slip(text, chance):
    """One wrong letter in one of the words."""
    words = text.split()
    at = chance.randrange(len(words)) if words else 0
    if words and len(words[at]) > 4 and re.fullmatch(r"[A-Za-z]+", words[at]):
        words[at] = misspelt(words[at], chance)
    return " ".join(words)


def misspelt(word, chance):
    at = chance.randrange(1, len(word) - 1)
    kind = chance.randrange(3)
    if kind == 0:
        return word[:at] + word[at + 1 :]
    if kind == 1:
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    return word[:at] + word[at] + word[at:]
