"""How a file of the app is laid out: imports, a header, tabs or spaces, line breaks."""

import re


def written(rng, declarations, number):
    header = [f"//\n//  Models{number}.swift\n//  App\n//\n", "", "", f"// Models of part {number}.\n"][number % 4]
    imports = [
        ["import Foundation"],
        ["import Foundation"],
        ["import Dispatch", "import Foundation"],
        ["import Foundation", "import Synchronization"],
        ["import struct Dispatch.DispatchTime", "import Foundation"],
    ][number % 5]
    if any("@Observable" in line for declaration in declarations for line in declaration):
        imports = sorted(imports + ["import Observation"])
    lines = ([header] if header else []) + imports + [""]
    for declaration in declarations:
        lines += declaration + [""]
        if rng.random() < 0.05:
            lines += [rng.choice(["// MARK: -", "// struct Old: Codable { var id: Int }", "/* end of part */"]), ""]
    text = "\n".join(lines[:-1]) + "\n"
    if number % 9 == 4:
        text = re.sub(r"(?m)^(?:  )+", lambda match: "\t" * (len(match[0]) // 2), text)
    elif number % 9 in (1, 2, 7):
        text = re.sub(r"(?m)^(?:  )+", lambda match: match[0] * 2, text)
    if number % 17 == 5:
        text = text.replace("\n", "\r\n")
    return text.encode()
