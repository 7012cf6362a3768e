#!/usr/bin/env python3
"""Writes a package of Codable types as a large app has them:

    generate-codable-app.py FOLDER [--types N] [--files N] [--seed N]

Its program decodes documents.txt, ten documents for each type, half of them damaged, and prints what Foundation's
coders make of each: the bytes that the decoded value is encoded to, or the error's case, path, and key or type. The
same seed gives the same package. kept-keys.txt has the number of enumerations of keys that a migration leaves alone.
"""

import argparse
import json
import pathlib
import random
import shutil

from codable_app import by_hand, classes, collisions, conformances, enumerations, keys, structures, unproven
from codable_app.damage import damaged
from codable_app.layout import written
from codable_app.program import MAIN, PACKAGE

DOCUMENTS = 10

# How many of a hundred types are of which form.
SHARES = [
    (19, structures.structure),
    (13, structures.renamed),
    (3, structures.left_out),
    (4, structures.defaults),
    (1.5, structures.constant),
    (1, structures.several_names),
    (4, structures.nested),
    (2.5, structures.namespace),
    (2.5, structures.generic),
    (10, enumerations.raw_values),
    (4, enumerations.payloads),
    (3.5, classes.plain_class),
    (1.5, classes.inherited),
    (3, classes.hierarchy),
    (1.5, structures.wrapped),
    (1.5, structures.foreign),
    (3, conformances.by_extension),
    (2, conformances.by_other_names),
    (3, conformances.only_decodable),
    (1.5, conformances.only_encodable),
    (1, conformances.raw_representable),
    (0.4, conformances.coded_elsewhere),
    (5, by_hand.both),
    (2, by_hand.nested_containers),
    (0.8, keys.all_keys),
    (0.8, keys.switched),
    (1.2, by_hand.alternatives),
    (1, keys.helped),
    (0.8, by_hand.checked),
    (1.2, enumerations.discriminated),
    (1.5, by_hand.one_half),
    (0.6, keys.shared_keys),
    (0.8, keys.listed_keys),
    (0.5, keys.integer_keys),
    (0.6, by_hand.one_value),
    (0.6, enumerations.open_enumeration),
    (0.4, by_hand.unkeyed),
    (0.4, keys.any_key),
    (0.4, by_hand.transferred),
    (0.4, by_hand.lossy_list),
    (1, collisions.public_extension),
    (1.5, collisions.nested_names),
    (0.6, collisions.half_in_public_extension),
    (0.6, collisions.values_by_hand),
    (0.6, collisions.derived),
] + [(0.3, form) for form in unproven.FORMS]

FIRST = """
Account Album Article Audio Basket Billing Booking Calendar Campaign Card Cart Catalog Channel Chat Checkout
City Claim Comment Contact Content Contract Coupon Course Credit Customer Delivery Device Document Draft Event
Feed File Film Game Group Health Home Hotel Image Invoice Item Job Ledger Library Loan Location Login Map Market
Media Member Menu Message Meter Movie Music News Note Offer Order Page Partner Payment Person Photo Place Plan
Player Podcast Policy Post Price Product Profile Project Promo Push Quiz Recipe Refund Report Review Reward Ride
Room Route Sale School Search Season Seller Session Shop Show Site Song Sport Stock Store Story Stream Survey
Task Team Ticket Topic Tour Track Travel Trip User Vehicle Video Wallet
""".split()
SECOND = """
Model Response Request Info Details Summary Status Kind Item Record Entry State Options Settings Payload Event
Update List Result Content Body Header Action Filter
""".split()


def type_name(rng, used):
    while True:
        name = rng.choice(FIRST) + rng.choice(SECOND)
        while name in used and rng.random() < 0.7:
            name += str(rng.randint(2, 9))
        if name not in used:
            used.add(name)
            return name


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--types", type=int, default=2000)
    parser.add_argument("--files", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)

    sources = arguments.folder / "Sources" / "App"
    shutil.rmtree(sources, ignore_errors=True)
    (sources / "Models").mkdir(parents=True)
    (sources / "Checks").mkdir()
    (arguments.folder / "Package.swift").write_text(PACKAGE)
    (sources / "main.swift").write_text(
        MAIN.replace("CALLS", "\n".join(f"  try checkFile{number}(run)" for number in range(arguments.files)))
    )
    (sources / "Models" / "Coding.swift").write_text("import Foundation\n\n" + "\n".join(structures.WRAPPER + [""] + unproven.SHARED))

    # The folder of one module is not in Sources, so that the manifest must be read to know it.
    folders = {"App": sources / "Models", "Core": sources.parent / "Core", "Widget": arguments.folder / "Widget" / "Code"}
    for module in collisions.MODULES:
        if module != "App":
            shutil.rmtree(folders[module], ignore_errors=True)
            folders[module].mkdir(parents=True)
        declarations, extensions = collisions.shared(module, "" if module == "App" else "public ")
        (folders[module] / "Shared.swift").write_text(declarations)
        (folders[module] / "SharedKeys.swift").write_text(extensions)

    used, pool, documents, kept_keys = set(), [], [], 0
    # Each form at least twice, in a program that is large enough.
    forms = [form for _, form in SHARES] * 2
    rng.shuffle(forms)
    for number in range(arguments.files):
        count = (number + 1) * arguments.types // arguments.files - number * arguments.types // arguments.files
        declarations, checks = [], []
        for _ in range(count):
            name = type_name(rng, used)
            form = forms.pop() if forms else rng.choices([form for _, form in SHARES], [share for share, _ in SHARES])[0]
            made = form(rng, name, pool)
            declarations.append(made.lines)
            kept_keys += made.kept_keys
            if made.check == "encode":
                checks += [f"  run.encode({made.literal(rng)})" for _ in range(DOCUMENTS)]
                continue
            checks.append(f"  try run.{made.check}({made.use}.self)")
            for place in range(DOCUMENTS):
                document = made.document(rng)
                documents.append(json.dumps(document if place < 5 else damaged(rng, document), ensure_ascii=False))
            pool += made.kinds()
        lines, name, document = collisions.hidden(number)
        declarations.append(lines)
        others = [(name, document)] + (list(collisions.checks_of_shared(rng)) if number == 0 else [])
        for name, document in others:
            checks.append(f"  try run.code({name}.self)")
            for place in range(DOCUMENTS):
                value = document(rng)
                documents.append(json.dumps(value if place < 5 else damaged(rng, value), ensure_ascii=False))
        (sources / "Models" / f"Models{number}.swift").write_bytes(written(rng, declarations, number))
        (sources / "Checks" / f"Checks{number}.swift").write_text(
            "import Core\nimport Foundation\nimport Widget\n\n" + "\n".join([f"func checkFile{number}(_ run: Run) throws {{"] + checks + ["}", ""])
        )
    (arguments.folder / "kept-keys.txt").write_text(f"{kept_keys}\n")
    (arguments.folder / "documents.txt").write_text("\n".join(documents) + "\n", encoding="utf-8")


main()
