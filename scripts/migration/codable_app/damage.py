"""Documents with something wrong in one place."""

import copy


def places(value, path=()):
    """Every place of a document."""
    yield path
    if isinstance(value, dict):
        for key in value:
            yield from places(value[key], path + (key,))
    elif isinstance(value, list):
        for index, element in enumerate(value):
            yield from places(element, path + (index,))


def wrong(rng, value):
    """Something of another type, or out of range."""
    return rng.choice([None, None, "text", "", 7, 1.5, -1, 10**12, True, [], [1], {}, {"unknown": {}}, [value]])


def damaged(rng, document):
    """One damage: of two in an object any may be found first, as the compiler's code goes by the order of keys."""
    result = copy.deepcopy(document)
    path = rng.choice(list(places(result)))
    if not path:
        if isinstance(result, dict) and rng.random() < 0.5:
            return result | {"unexpected": [1, None]}
        return wrong(rng, result)
    inner = result
    for step in path[:-1]:
        inner = inner[step]
    if isinstance(inner, dict) and rng.random() < 0.5:
        del inner[path[-1]]
    else:
        inner[path[-1]] = wrong(rng, inner[path[-1]])
    return result
