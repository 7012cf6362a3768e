#!/usr/bin/env python3
"""Opens pages of the documentation in Chromium: test-docs.py, after build-docs.py.

Each article of the catalogues must show its title and no error page. A screenshot of the first page is written to
.build/docs-screenshot.png, for a person to look at.
"""

import functools
import http.server
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / ".build" / "docs"
PAGES = {
    "documentation/millrace": "Millrace",
    "documentation/millrace/guide-getting-started": "Getting started",
    "documentation/millrace/guide-tutorial": "From a gzip file to SQLite",
    "documentation/millrace/json": "JSON",
    "documentation/millracetables/guide-csv": "CSV",
    "documentation/millracesqlite/guide-sqlite": "SQLite",
    "documentation/millracefoundation/guide-codable": "Drop-in replacements for JSONDecoder and JSONEncoder",
}


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


def chromium(address, *options):
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        sys.exit("test-docs: chromium is missing: install chromium")
    command = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=20000", *options, address]
    return subprocess.run(command, capture_output=True, text=True, timeout=120).stdout


def main():
    if not (SITE / "index.html").exists():
        sys.exit("test-docs: there is no site in .build/docs; run scripts/build-docs.py first")
    handler = functools.partial(QuietHandler, directory=SITE)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    failures = []
    for page, title in PAGES.items():
        text = chromium(f"http://127.0.0.1:{server.server_port}/{page}/", "--dump-dom")
        headings = [re.sub(r"<[^>]*>", "", heading).strip() for heading in re.findall(r"(?s)<h1[^>]*>(.*?)</h1>", text)]
        if title not in headings:
            failures.append(f"{page}: the heading is {headings}, expected {title!r}")
    first = next(iter(PAGES))
    screenshot = ROOT / ".build" / "docs-screenshot.png"
    chromium(f"http://127.0.0.1:{server.server_port}/{first}/", f"--screenshot={screenshot}", "--window-size=1300,1200")
    if not screenshot.exists() or screenshot.stat().st_size < 20_000:
        failures.append("the screenshot is missing or empty")
    if failures:
        sys.exit("\n".join(failures))
    print(f"{len(PAGES)} pages shown; screenshot: {screenshot.relative_to(ROOT)}")


main()
