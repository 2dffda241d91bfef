"""Files whose form is broken: depth, numbers, keys, half-written text, wrong types."""

from __future__ import annotations

from tests.trust.hostile.case import DICE, FIELD, GARDEN, LAYOUT, TILES, Case, element

DEPTH = [
    Case("a thousand lists inside each other", "a = " + "[" * 1000 + "]" * 1000, "nested"),
    Case("200,000 lists never closed", "a = " + "[" * 200_000, "nested"),
    Case("200,000 tables of JSON", '{"a":' * 200_000, "nested"),
    Case("JSON lists as deep as fits into a file", "{" + '"a":' + "[" * 1_000_000, "nested"),
    Case("inline tables inside each other", "a = " + "{a = " * 500 + "1" + "}" * 500, "nested"),
    Case("brackets that a quote seems to hide", 'a = [""""""" , ' + "[" * 9999, "nested"),
    Case("a key of 20,000 parts", ".".join("a" * 20_000) + " = 1", "dotted"),
    Case("a header of 5,000 parts", "[" + ".".join("a" * 5000) + "]", "dotted"),
    Case("a key of parts in quotes", "'a' . " * 5000 + "a = 1", "dotted"),
    Case("20,000 headers", "".join(f"[t{n}]\n" for n in range(20_000)), "too many tables"),
    Case("30,000 dotted keys", "a.b = 1\n" * 30_000, "too many tables"),
    Case("a reference inside a reference", f"{LAYOUT}values = {{ a = '{{b{{c}}}}' }}", "values"),
    Case(
        "30 groups inside each other",
        element(
            "type = 'group'\nelements = [" + "{type = 'group', elements = [" * 30 + "]}" * 30 + "]"
        ),
        "nested",
    ),
]

HUGE = [
    Case("a whole number of 2^53", f"{LAYOUT}version = 9007199254740992", "version"),
    Case("a whole number of 9,999 digits", f"{LAYOUT}version = {'9' * 9999}", "digits"),
    Case("a number of 9,999 digits in JSON", '{"version": ' + "9" * 9999 + "}", "digits"),
    Case("a hexadecimal number of 500,000 digits", f"version = 0x{'f' * 500_000}", "version"),
    Case("a negative number without end", f"{LAYOUT}version = -{'9' * 300}", "version"),
    Case("a power of a thousand million", f"{LAYOUT}bleed = 1e999999999", "bleed"),
    Case("a power of a thousand million in JSON", '{"bleed": 1e999999999}', "bleed"),
    Case("a bleed of a kilometre", f"{LAYOUT}bleed = 1e6", "bleed"),
    Case("a card of a kilometre", LAYOUT.replace('"poker"', "{ width = 1e6, height = 1 }"), "size"),
    Case("a box of a kilometre", element('type = "rect"\nbox = [0, 0, 1e6, 1]'), "box"),
    Case("a text of 40,000 points", element('type = "text"\ntext = "x"\nsize = 40000'), "size"),
    Case("a die that shows a million", DICE.replace("O1", "O1000000"), "rounds[0]"),
    Case("a card of 2^52", FIELD.replace("28", "4503599627370496"), "cards[0]"),
    Case("a card far away", FIELD.replace("0, 0,", "0, 4503599627370495,"), "field"),
    Case("a tile of 2^52", TILES.replace("3", "4503599627370496"), "hand"),
    Case(
        "a turn of a card by 2^52", GARDEN.replace("0, 0, 0]", "0, 0, 4503599627370496]"), "cards"
    ),
    Case(
        "a thousand million players",
        GARDEN.replace("players = 3", "players = 1000000000"),
        "player",
    ),
]

NOT_NUMBERS = [
    Case("NaN as a length", f"{LAYOUT}bleed = nan", "bleed"),
    Case("infinity as a length", f"{LAYOUT}bleed = inf", "bleed"),
    Case("minus infinity in a box", element('type = "rect"\nbox = [-inf, 0, 1, 1]'), "box[0]"),
    Case("NaN in values", f"{LAYOUT}values = {{ a = nan }}", "values.a"),
    Case("NaN in JSON", '{"bleed": NaN}', "bleed"),
    Case("infinity in JSON", '{"bleed": Infinity}', "bleed"),
    Case("minus infinity in JSON", '{"a": [-Infinity]}', "a[0]"),
    Case("NaN as a die", '{"game": "dice", "rounds": [NaN]}', "rounds[0]"),
    Case("NaN as a card", '{"game": "field", "cards": [NaN]}', "cards[0]"),
    Case("NaN as a place", '{"game": "garden", "cards": [["arum-5", NaN, 0, 0]]}', "cards[0][1]"),
    Case("infinite ticks", f"{DICE}ticks = inf", "ticks"),
    Case("NaN as text of a number", element('type = "circle"\nwidth = "nan"'), "width"),
    Case(
        "infinity by a reference",
        element('type = "text"\ntext = "x"\nsize = "{a}"', f'{LAYOUT}values = {{ a = "inf" }}\n'),
        "size",
    ),
    Case(
        "NaN by a reference",
        element(
            'type = "flower"\nflower = "O"\nturn = "{a}"',
            f'{LAYOUT}game = "dice"\nvalues = {{ a = "nan" }}\n',
        ),
        "turn",
    ),
]

TWICE = [
    Case("a key twice", 'title = "a"\ntitle = "b"', "twice"),
    Case("a key twice in JSON", '{"title": "a", "title": "b"}', "twice"),
    Case("a key twice deep in JSON", '{"values": {"a": {"b": 1, "b": 2}}}', "twice"),
    Case("a table twice", "[values]\n[values]", "twice"),
    Case("a key twice in a { }", "values = { a = 1, a = 2 }", "twice"),
    Case("a key and a table of one name", "values = 1\n[values]", "twice"),
    Case("a dotted key over a value", "values = 1\nvalues.a = 2", "line 2"),
    Case("a table that a { } closed", "values = {}\n[values.a]", "line 2"),
    Case("a list that is a table", "[[elements]]\n[elements]", "line 2"),
    Case("a table that is a list", "[elements]\n[[elements]]", "line 2"),
    Case("a game named twice", 'game = "dice"\ngame = "field"', "twice"),
    Case("a key twice, once by an escape", '{"title": "a", "t\\u0069tle": "b"}', "twice"),
]

BROKEN = [
    Case("nothing at all", "", "game"),
    Case("a blank", " \n\n", "game"),
    Case("half a text", 'title = "Sheet', "line 1"),
    Case("half a list", "rounds = [1,", "line 1"),
    Case("half a JSON", '{"game": "dice", "rounds": [', "line 1"),
    Case("half a header", "[editions.large", "line 1"),
    Case("YAML", "title: T\nkind: card\n", "line 1"),
    Case("XML", "<layout><title>T</title></layout>", "line 1"),
    Case("Python", "import os; os.system('true')", "line 1"),
    Case("a list of JSON", "[1, 2, 3]", "list"),
    Case("random letters", "".join(chr(33 + n * 37 % 90) for n in range(4000)), "line 1"),
    Case("a megabyte of one letter", "a" * 1_000_000, "line 1"),
    Case("a megabyte of quotes", '"' * 1_000_000, "line 1"),
    Case("a megabyte of backslashes", 'a = "' + "\\" * 1_000_000, "line 1"),
    Case("a megabyte of line ends and a slip", "\n" * 1_000_000 + "=", "line 1000001"),
    Case("a date", f"{LAYOUT}about = 2020-01-01", "about"),
    Case("a bare backslash", 'title = "C:\\dice"', "line 1"),
]

TYPES = [
    Case("a number as a title", LAYOUT.replace('"T"', "3"), "title"),
    Case("a table as a title", LAYOUT.replace('"T"', "{}"), "title"),
    Case("elements as a text", f'{LAYOUT}elements = "rect"', "elements"),
    Case("elements as numbers", f"{LAYOUT}elements = [1, 2]", "elements"),
    Case("an element of no type", element("fill = 1"), "type"),
    Case("an element of an unknown type", element('type = "script"'), "type"),
    Case("a list as a type", element("type = []"), "type"),
    Case("a key of Python's objects", element('type = "rect"\n__class__ = "x"'), "__class__"),
    Case("a size of one number", LAYOUT.replace('"poker"', "3"), "size"),
    Case("a truth value as a number", f"{LAYOUT}bleed = true", "bleed"),
    Case("a game that is none", f'{LAYOUT}game = "../dice"', "game"),
    Case("a game that is a number", "game = 3", "game"),
    Case("rounds as a number", DICE.replace('["O1 P1 B1 Y1 V1"]', "8"), "rounds"),
    Case("rounds of lists", DICE.replace('"O1 P1 B1 Y1 V1"', "[]"), "rounds"),
    Case("9,000 rounds", DICE.replace("[", '["O1 P1 B1 Y1 V1", ' + '"", ' * 9000, 1), "rounds"),
    Case("a board of a million flowers", DICE.replace('"OP"', f"'{'O' * 900_000}'"), "board"),
    Case("a board of thousands of beds", DICE.replace('"OP"', f"'{'O ' * 9000}'"), "board"),
    Case("a field of a thousand cards", FIELD.replace("[28]", str(list(range(1000)))), "cards"),
    Case("a hand of 100,000 tiles", TILES.replace("[1, 2, 3]", str(list(range(100_000)))), "hand"),
    Case("a hand of truth values", TILES.replace("[1, 2, 3]", "[true, false]"), "hand"),
    Case("readings as a list", f"{DICE}readings = []", "readings"),
    Case("an unknown reading", f"{DICE}[readings]\n__proto__ = 1", "__proto__"),
    Case("a thousand unknown keys", "".join(f"k{n} = 1\n" for n in range(1000)) + DICE, "unknown"),
    Case("a garden card that is none", GARDEN.replace("arum-5", "arum-99"), "cards"),
    Case(
        "patterns of a megabyte",
        f"{GARDEN}patterns = {{ rose-4 = ['{'F' * 900_000}'] }}",
        "patterns",
    ),
]
