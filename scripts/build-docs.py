#!/usr/bin/env python3
"""Builds the documentation as a static site in .build/docs, with the toolchain's docc. Warnings are errors.

usage: scripts/build-docs.py [--skip-build]

Each library module has a catalogue, Sources/MODULE/MODULE.docc. Its main page lists articles as <doc:NAME>; the articles are
in docs, so that they are also readable in the repository. This script copies them into the catalogues and converts their
links. To read the site: python3 -m http.server --directory .build/docs
"""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "shared"))

from swift_package import ROOT, module_maps

OUTPUT = ROOT / ".build" / "docs"
WORK = ROOT / ".build" / "docc"
REPOSITORY = "https://github.com/millrace/millrace/blob/main/"
MODULES = [
    "Millrace", "MillraceTables", "MillraceSQLite", "MillraceFoundation", "MillraceCompression", "MillraceCodable",
    "MillraceMeasurement",
]
# Articles that are not in docs.
OTHER_ARTICLES = {"how-it-works": "ARCHITECTURE.md", "contributing": "CONTRIBUTING.md"}
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")


def run(*command):
    process = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8")
    if process.returncode != 0:
        sys.exit(f"{process.stdout}\nbuild-docs: {' '.join(map(str, command[:2]))} failed")
    return process.stdout


def article_path(name):
    if name in OTHER_ARTICLES:
        return ROOT / OTHER_ARTICLES[name]
    return next((ROOT / "docs").rglob(f"{name}.md"), None)


def page_name(article):
    """The name of an article's page: it must differ from the names of symbols in lower case, such as `json`."""
    return f"guide-{article}"


def articles():
    """For each article its module, from the main pages."""
    found = {}
    for module in MODULES:
        page = ROOT / "Sources" / module / f"{module}.docc" / f"{module}.md"
        for name in re.findall(r"<doc:([\w-]+)>", page.read_text(encoding="utf-8")):
            if article_path(name) is None:
                sys.exit(f"{page.relative_to(ROOT)}: there is no article {name}")
            found[name] = module
    for path in sorted((ROOT / "docs").rglob("*.md")):
        if path.stem not in found:
            sys.exit(f"{path.relative_to(ROOT)} is not listed in a catalogue; add <doc:{path.stem}> to a main page")
    return found


def converted(name, module, found, catalogue):
    """The text of an article with the links of a catalogue."""
    path = article_path(name)
    by_path = {article_path(other).resolve(): other for other in found}

    def link(match):
        image, text, target = match.groups()
        if re.match(r"[a-z]+:", target):
            return match[0]
        file, _, _ = target.partition("#")
        resolved = (path.parent / file).resolve() if file else path.resolve()
        if image:
            shutil.copy(resolved, catalogue / resolved.name)
            return f"![{text}]({resolved.name})"
        if not resolved.exists():
            sys.exit(f"{path.relative_to(ROOT)}: the link to {target} is dead")
        if not file:
            return text
        if other := by_path.get(resolved):
            if found[other] == module:
                return f"[{text}](doc:{page_name(other)})"
            return f"[{text}](/documentation/{found[other].lower()}/{page_name(other)})"
        return f"[{text}]({REPOSITORY}{resolved.relative_to(ROOT)})"

    lines, is_code = [], False
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("```"):
            is_code = not is_code
        if not is_code:
            if line.startswith("<!--") and line.endswith("-->"):
                continue
            line = LINK.sub(link, line)
            # A line that begins with @ would be a directive.
            line = re.sub(r"^@", r"\\@", line)
        lines.append(line)
    return "\n".join(lines) + "\n"


def symbol_graphs(module, folder):
    build = ROOT / ".build" / "debug"
    folder.mkdir(parents=True)
    maps = module_maps(build)
    maps += [ROOT / "Sources" / name / "module.modulemap" for name in ("CBrotli", "CZlib", "CLZ4", "CSnappy", "CZstandard", "CSQLite", "CGetopt", "CMalloc")]
    target = re.search(r'"triple"\s*:\s*"([^"]+)"', run("swift", "-print-target-info"))[1]
    run("swift-symbolgraph-extract", "-module-name", module, "-I", build / "Modules", "-target", target,
        "-minimum-access-level", "public", "-skip-synthesized-members", "-omit-extension-block-symbols",
        "-output-dir", folder, *(word for path in maps for word in ("-Xcc", f"-fmodule-map-file={path}")))


def check_pages(found):
    """Every article has a page with its title: no page has replaced another."""
    for name, module in found.items():
        title = re.search(r"(?m)^# (.*)$", article_path(name).read_text(encoding="utf-8"))[1]
        page = OUTPUT / "data" / "documentation" / module.lower() / f"{page_name(name)}.json"
        if json.loads(page.read_text(encoding="utf-8"))["metadata"]["title"] != title.replace("`", ""):
            sys.exit(f"{page.relative_to(ROOT)} is not the article {name}")


def main():
    if any(argument in ("-h", "--help") for argument in sys.argv[1:]):
        sys.exit(print(__doc__.strip()))
    if "--skip-build" not in sys.argv[1:]:
        for module in MODULES:
            run("swift", "build", "--target", module)
    shutil.rmtree(WORK, ignore_errors=True)
    shutil.rmtree(OUTPUT, ignore_errors=True)
    found = articles()
    archives = []
    for module in MODULES:
        catalogue = WORK / f"{module}.docc"
        shutil.copytree(ROOT / "Sources" / module / f"{module}.docc", catalogue)
        page = catalogue / f"{module}.md"
        text = re.sub(r"<doc:([\w-]+)>", lambda match: f"<doc:{page_name(match[1])}>", page.read_text(encoding="utf-8"))
        page.write_text(text, encoding="utf-8")
        for name, owner in found.items():
            if owner == module:
                (catalogue / f"{page_name(name)}.md").write_text(converted(name, module, found, catalogue), encoding="utf-8")
        symbol_graphs(module, WORK / "graphs" / module)
        archive = WORK / f"{module}.doccarchive"
        run("docc", "convert", catalogue, "--additional-symbol-graph-dir", WORK / "graphs" / module,
            "--fallback-display-name", module, "--fallback-bundle-identifier", f"org.millrace.{module}",
            "--warnings-as-errors", "--output-path", archive)
        archives.append(archive)
    run("docc", "merge", *archives, "--synthesized-landing-page-name", "Millrace",
        "--synthesized-landing-page-kind", "Package", "--output-path", OUTPUT)
    check_pages(found)
    pages = len(list(OUTPUT.rglob("data/documentation/**/*.json")))
    print(f"{pages} pages in {OUTPUT.relative_to(ROOT)}; {len(found)} articles")


if __name__ == "__main__":
    main()
