"""Makes the package in dist/clients: the types from the API's description, the client without asyncio from the one with
it, and of all a wheel and an sdist. `make client-packages` runs it, in an environment with requirements-build.txt."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
TARGET = ROOT / "dist/clients/python"
PACKAGE = TARGET / "src/docent_client"

#: What the client with asyncio says, and what the one without it says, in this order.
SAID_OTHERWISE = [
    (r"programs with asyncio\. The build makes the one without it from this file\.", "programs that block while they wait."),
    (r"async def ", "def "),
    (r"async (with|for) ", r"\1 "),
    (r"await asyncio\.sleep", "time.sleep"),
    (r"import asyncio\nimport json\n", "import json\nimport time\n"),
    (r"await ", ""),
    (r"AsyncIterator", "Iterator"),
    (r"AsyncGenerator\[(.*), None\]", r"Generator[\1, None, None]"),
    (r"AsyncGenerator", "Generator"),
    (r"\bGenerator, Iterator, Callable, Mapping\b", "Callable, Generator, Iterator, Mapping"),
    (r"\baclosing\b", "closing"),
    (r"__aenter__", "__enter__"),
    (r"__aexit__", "__exit__"),
    (r"\baclose\b", "close"),
    (r"\baread\b", "read"),
    (r"\baiter_text\b", "iter_text"),
    (r"httpx\.AsyncClient", "httpx.Client"),
    (r"AsyncDocent", "Docent"),
]


def write_types(description: Path) -> None:
    generator = [sys.executable, "-m", "datamodel_code_generator", "--input", str(description)]
    form = ["--input-file-type", "openapi", "--output-model-type", "typing.TypedDict", "--enum-field-as-literal", "all"]
    style = ["--target-python-version", "3.10", "--disable-timestamp", "--use-double-quotes", "--formatters", "builtin"]
    subprocess.run([*generator, *form, *style, "--output", str(PACKAGE / "types.py")], check=True)
    types = (PACKAGE / "types.py").read_text()
    # PEP 728 is younger than the oldest Python that the package is for.
    (PACKAGE / "types.py").write_text(types.replace(", closed=True", ""))


def write_client() -> None:
    text = (PACKAGE / "async_client.py").read_text()
    for pattern, other in SAID_OTHERWISE:
        text = re.sub(pattern, other, text)
    if left := re.search(r"\basync|await|Async", text):
        raise SystemExit(f"The client without asyncio still says {left.group()!r}.")
    (PACKAGE / "client.py").write_text(text)


def main() -> None:
    shutil.rmtree(TARGET, ignore_errors=True)
    shutil.copytree(HERE, TARGET, ignore=shutil.ignore_patterns("build.py", "requirements-*", "__pycache__"))
    shutil.copy(ROOT / "LICENSE", TARGET)
    version = json.loads((ROOT / "package.json").read_text())["version"]
    (PACKAGE / "_version.py").write_text(f'__version__ = "{version}"\n')
    write_types(ROOT / "dist/openapi.json")
    write_client()
    for old in TARGET.parent.glob("docent_client-*"):
        old.unlink()
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(TARGET.parent), str(TARGET)]
    subprocess.run(build, check=True, stdout=subprocess.DEVNULL)


main()
