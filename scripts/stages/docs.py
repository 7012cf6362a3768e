#!/usr/bin/env python3
"""Opens pages of the documentation in Chromium: scripts/stages/docs.py, after scripts/build-docs.py.

The main page of each module and every article must show its title. A screenshot of the first page is written to
.build/docs-screenshot.png, for a person to look at.
"""

import functools
import html
import http.server
import json
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / ".build" / "docs"
# The main pages of the modules' catalogues, and one page of a symbol.
PAGES = {"documentation/millrace/json": "JSON"} | {
    f"documentation/{path.stem.lower()}": path.stem for path in sorted(ROOT.glob("Sources/*/*.docc/*.md"))
}


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


def chromium(address, *options):
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        sys.exit("scripts/stages/docs.py: chromium is missing: install chromium")
    command = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=20000", *options, address]
    return subprocess.run(command, capture_output=True, text=True, timeout=120).stdout


def article_pages():
    """The pages of all articles with their titles: scripts/build-docs.py has checked that each has a page."""
    for path in sorted((SITE / "data" / "documentation").glob("*/guide-*.json")):
        title = json.loads(path.read_text(encoding="utf-8"))["metadata"]["title"]
        yield f"documentation/{path.parent.name}/{path.stem}", title


def main():
    if not (SITE / "index.html").exists():
        sys.exit("scripts/stages/docs.py: the site is missing in .build/docs; run scripts/build-docs.py first")
    handler = functools.partial(QuietHandler, directory=SITE)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    failures = []
    pages = PAGES | dict(article_pages())
    for page, title in pages.items():
        text = chromium(f"http://127.0.0.1:{server.server_port}/{page}/", "--dump-dom")
        headings = [html.unescape(re.sub(r"<[^>]*>", "", heading)).strip() for heading in re.findall(r"(?s)<h1[^>]*>(.*?)</h1>", text)]
        if title not in headings:
            failures.append(f"{page}: the heading is {headings}, expected {title!r}")
    first = "documentation/millrace"
    screenshot = ROOT / ".build" / "docs-screenshot.png"
    chromium(f"http://127.0.0.1:{server.server_port}/{first}/", f"--screenshot={screenshot}", "--window-size=1300,1200")
    if not screenshot.exists() or screenshot.stat().st_size < 20_000:
        failures.append("the screenshot is missing or empty")
    if failures:
        sys.exit("\n".join(failures))
    print(f"{len(pages)} pages shown; screenshot: {screenshot.relative_to(ROOT)}")


main()
