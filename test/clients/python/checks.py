"""The service under test, as run-python.ts started it, and a few words to check it with."""
import os
import sys
import traceback

base_url = os.environ["DOCENT_TEST_URL"]
api_key = os.environ["DOCENT_TEST_KEY"]
has_model = "DOCENT_TEST_MODEL_SERVER" in os.environ
model = "pump-manual"
question = "How often is the filter replaced?"
said = "Replace the filter every six months"

_checks = []


def check(function):
    """Runs in both modes."""
    _checks.append(function)
    return function


def check_with_model(function):
    """Runs only where a model server stands behind the service."""
    if has_model:
        _checks.append(function)
    return function


def run():
    failed = 0
    for function in _checks:
        name = function.__name__.replace("_", " ")
        try:
            function()
            print(f"ok {name}")
        except Exception:
            failed += 1
            print(f"not ok {name}")
            traceback.print_exc()
    print(f"{len(_checks) - failed} passed, {failed} failed", flush=True)
    sys.exit(1 if failed else 0)
