"""pytest fixtures for shops that use the payment gateway.

Each test gets an empty account of a sandbox, with a client and a webhook receiver::

    def test_a_pix_is_paid(account):
        pix = account.post("/v1/transactions", {"amount": 15990, "payment_method": "pix", "async": True})
        account.pay(pix["id"], delivered=True)
        assert account.get(f"/v1/transactions/{pix['id']}")["status"] == "paid"
        assert account.receiver.events[-1]["payload"]["status"] == "paid"

Set-up: run ``npm install --save-dev payment-gateway-contract ajv@8``. Then add this to ``pytest.ini``::

    [pytest]
    pythonpath = node_modules/payment-gateway-contract/testing/pytest

and this to ``conftest.py``::

    pytest_plugins = ["payment_gateway_sandbox"]

The first test starts a sandbox on a free port; ``PAYMENT_GATEWAY_URL`` names one that already runs. Start that one with
``--accounts per-token``. The file needs Python 3.8 and nothing but the standard library and pytest.
"""

import json
import os
import subprocess
import threading
import urllib.error
import urllib.request
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

OPTIONS = ["--port", "0", "--accounts", "per-token", "--clock", "manual", "--strict", "--log", "silent"]


class SandboxError(Exception):
    """The sandbox refused a request: ``status``, and ``errors`` with one sentence each."""

    def __init__(self, status, errors):
        super().__init__(f"{status}: {' '.join(map(str, errors))}")
        self.status = status
        self.errors = errors


class Receiver:
    """A webhook receiver. ``events`` has the bodies so far, in the order of their arrival; a retry counts again.

    ``on_event`` is your handler and gets each body as bytes; if it raises, the receiver answers 500. ``status`` answers all
    further events instead, to test retries.
    """

    def __init__(self):
        self.events = []
        self.on_event = lambda body: None
        self.status = None
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                try:
                    self.send_response(receiver._receive(body))
                except Exception as error:  # The test sees a delivery with status 500; this is why.
                    self.log_error("on_event failed: %r", error)
                    self.send_response(500)
                self.end_headers()

            def log_request(self, code="-", size="-"):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/"
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def _receive(self, body):
        self.events.append(json.loads(body))
        if self.status is not None:
            return self.status
        self.on_event(body)
        return 204

    def close(self):
        self._server.shutdown()
        self._server.server_close()


class Account:
    """An account of the sandbox: a client for the gateway's API, and the controls of the sandbox.

    Every method returns parsed JSON and raises a ``SandboxError`` if the sandbox refuses. Amounts are centavos.
    """

    def __init__(self, url):
        self.url = url
        self.token = uuid.uuid4().hex
        self.receiver = Receiver()
        self.control("POST", "reset")
        self._receiver_id = self.control("POST", "receivers", {"url": self.receiver.url})["id"]

    def close(self):
        self.control("DELETE", f"receivers/{self._receiver_id}")
        self.receiver.close()

    def get(self, path):
        return self.request("GET", path)

    def post(self, path, body=None):
        return self.request("POST", path, body or {})

    def put(self, path, body=None):
        return self.request("PUT", path, body or {})

    def delete(self, path):
        return self.request("DELETE", path)

    def control(self, method, path, body=None):
        """Calls the control API; ``path`` is the part after ``/_sandbox/``."""
        return self.request(method, f"/_sandbox/{path}", body)

    def act(self, name, id, **options):
        """Does what a buyer, an issuer or the back office does. ``delivered=True`` waits until the receiver confirmed."""
        return self.control("POST", f"objects/{id}/{name}", options)

    def pay(self, id, **options):
        return self.act("pay", id, **options)

    def expire(self, id, **options):
        return self.act("expire", id, **options)

    def decline(self, id, **options):
        return self.act("decline", id, **options)

    def settle(self, id, **options):
        return self.act("settle", id, **options)

    def capture(self, id, **options):
        return self.act("capture", id, **options)

    def refund(self, id, **options):
        return self.act("refund", id, **options)

    def cancel(self, id, **options):
        return self.act("cancel", id, **options)

    def fail(self, id, **options):
        """From now on the issuer refuses the card, or the card of the subscription."""
        return self.act("fail", id, **options)

    def authenticate(self, id, outcome, **options):
        """Ends 3DS: ``approved``, ``declined`` or ``timed_out``."""
        return self.act("authenticate", id, outcome=outcome, **options)

    def retrieve(self, id):
        """Returns the object, whatever its kind."""
        return self.control("GET", f"objects/{id}")

    def advance(self, duration):
        """Advances the clock by ``31d``, ``1mo`` or ``P31D``, carries out what falls due, and returns the time."""
        return self.control("POST", "clock/advance", {"by": duration})["now"]

    def wait_for(self, name, **filter):
        """Returns the first event of that name. Filters: ``id``, ``status``, ``delivered``; ``timeout`` in milliseconds."""
        return self.control("POST", "events/wait", {"name": name, **filter})

    def settled(self):
        """Waits until nothing is left to deliver."""
        self.control("POST", "events/settled", {})

    def fail_next(self, operation, fault, **options):
        """Lets the next request fail: ``reset``, ``stall``, ``truncate`` or a status; ``after="commit"`` loses only the response."""
        return self.control("POST", "faults", {"operationId": operation, "fault": fault, **options})

    def request(self, method, path, body=None):
        headers = {"authorization": f"Bearer {self.token}", "content-type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data=data, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                text = response.read()
        except urllib.error.HTTPError as error:
            with error:
                raise SandboxError(error.code, _errors_of(error.read())) from None
        return json.loads(text) if text else None


def _errors_of(text):
    try:
        return json.loads(text)["errors"]
    except (ValueError, KeyError, TypeError):
        return [text.decode(errors="replace")[:200]]


def _program():
    """Returns the command line program: of the package that this file is in, else of the project."""
    folders = [Path(__file__).resolve().parents[2], Path.cwd() / "node_modules" / "payment-gateway-contract"]
    for folder in folders:
        program = folder / "dist" / "src" / "cli" / "main.js"
        if program.exists():
            return str(program)
    raise RuntimeError("payment-gateway-contract is not installed: npm install --save-dev payment-gateway-contract ajv@8")


@pytest.fixture(scope="session")
def payment_gateway_url():
    """The address of the sandbox, without a slash at the end."""
    url = os.environ.get("PAYMENT_GATEWAY_URL")
    if url:
        yield url.rstrip("/")
        return
    process = subprocess.Popen(["node", _program(), "sandbox", *OPTIONS], stdout=subprocess.PIPE, text=True)
    try:
        url = process.stdout.readline().strip()
        if not url.startswith("http"):
            raise RuntimeError("The sandbox did not start; its error is on standard error.")
        yield url
    finally:
        process.terminate()
        process.wait(timeout=30)
        process.stdout.close()


@pytest.fixture
def account(payment_gateway_url):
    """An empty account for one test: its client, its controls and its ``receiver``."""
    account = Account(payment_gateway_url)
    yield account
    account.close()
