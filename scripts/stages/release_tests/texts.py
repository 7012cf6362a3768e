"""Strings of every length up to 40 bytes."""

LENGTHS = range(41)
LETTERS = "abcdefghijklmnopqrstuvwxyz"
WIDE = ["漢", "é", "😀", "ß", "字"]
# What formats quote or escape.
SPECIAL = ['"', ",", "\n", "\\", "'", "\t", "/", "<", ";", "\r", "&", "\x01", "|", "\x7f"]


def ascii_text(length, salt):
    return "".join(LETTERS[(3 * length + 7 * salt + index) % len(LETTERS)] for index in range(length))


def wide_text(length, salt):
    """A text with as many bytes, and as few of ASCII as possible."""
    text, index = "", salt
    while (left := length - len(text.encode())) > 1:
        character = WIDE[index % len(WIDE)]
        index += 1
        if len(character.encode()) <= left:
            text += character
    return text + ascii_text(length - len(text.encode()), salt)


def special_text(length, salt):
    return "".join(SPECIAL[(length + 5 * salt + index) % len(SPECIAL)] for index in range(length))


KINDS = [ascii_text, wide_text, special_text]


class Row:
    """The texts of a row. Over all rows, each of its texts has every length, in letters, in wide and in special characters."""

    count = len(LENGTHS) * len(KINDS)

    def __init__(self, number):
        self.number = number
        self.length, self.kind = number % len(LENGTHS), KINDS[number // len(LENGTHS)]

    def text(self, salt=0):
        """A text for one of the positions of a row: another one for each salt."""
        return self.kind((self.length + 7 * salt) % len(LENGTHS), salt)

    def key(self, salt=0):
        """A text that is not empty."""
        return self.text(salt) or f"none{salt}"

    def is_missing(self, salt):
        return (self.number + salt) % 3 == 0


def rows():
    return [Row(number) for number in range(Row.count)]


# What the program passes to single functions.
def single_texts():
    return [row.text() for row in rows()]
