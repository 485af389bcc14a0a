"""A shop that keeps orders, takes payments, and lets events drive what it knows. It uses the gateway over plain HTTP."""

import json
import urllib.error
import urllib.request

FINAL = {"paid", "refused", "canceled", "refunded"}


class Refused(Exception):
    """The gateway refused a request and charged nothing."""


class OutcomeUnknown(Exception):
    """The response was lost: the gateway may have made the payment."""


class Shop:
    def __init__(self, base_url, token):
        self.base_url = base_url
        self.token = token
        self.orders = {}

    def checkout(self, number, amount, **payment):
        """Takes an order and its payment. Returns the transaction; amounts are centavos."""
        reference = f"order-{number:0>20}"
        self.orders[number] = {"reference": reference, "state": "open", "transaction": None}
        body = {"amount": amount, "reference_key": reference, **payment}
        transaction = self._pay_once(reference, body)
        self.orders[number]["transaction"] = transaction["id"]
        self._apply(transaction)
        return transaction

    def _pay_once(self, reference, body):
        try:
            return self.ask("POST", "/v1/transactions", body)
        except OutcomeUnknown:
            # Sending it again could charge twice, so the shop looks for the payment first.
            found = [one for one in self.all("/v1/transactions") if one.get("reference_key") == reference]
            return found[0] if found else self.ask("POST", "/v1/transactions", body)

    def capture(self, number, amount):
        return self.ask("POST", f"/v1/transactions/{self._id_of(number)}/capture", {"amount": amount})

    def refund(self, number, amount=None):
        """Refunds a part, or everything. Asks for the transaction if the response is lost, because a second request could refund twice."""
        path = f"/v1/transactions/{self._id_of(number)}"
        before = self.ask("GET", path)["paid_amount"]
        body = {} if amount is None else {"amount": amount}
        try:
            transaction = self.ask("POST", f"{path}/refund", body)
        except OutcomeUnknown:
            transaction = self.ask("GET", path)
            if transaction["paid_amount"] == before and transaction["status"] == "paid":
                transaction = self.ask("POST", f"{path}/refund", body)
        self._apply(transaction)
        return transaction

    def receive(self, body):
        """Handles a webhook. Anybody can send one, so the shop takes only the id from it and asks the gateway."""
        event = json.loads(body)
        if event["event"].startswith("transaction."):
            self._apply(self.ask("GET", f"/v1/transactions/{int(event['model_id'])}"))

    def all(self, path):
        """Yields every object of a list, page by page."""
        page, seen = 1, 0
        while True:
            answer = self.ask("GET", f"{path}?page={page}&per_page=50")
            yield from answer["data"]
            seen += len(answer["data"])
            if not answer["data"] or seen >= answer["total"]:
                return
            page += 1

    def ask(self, method, path, body=None):
        headers = {"authorization": f"Bearer {self.token}", "content-type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base_url + path, data=data, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return json.loads(response.read() or b"{}")
        except urllib.error.HTTPError as error:
            text = error.read().decode()
            if error.code >= 500 or error.code == 408:
                raise OutcomeUnknown(text) from error
            raise Refused(text) from error
        except (OSError, ValueError, urllib.error.URLError) as error:
            raise OutcomeUnknown(str(error)) from error
        except Exception as error:  # http.client raises its own errors for a response that is cut off.
            raise OutcomeUnknown(str(error)) from error

    def _id_of(self, number):
        return self.orders[number]["transaction"]

    def _apply(self, transaction):
        for order in self.orders.values():
            if order["transaction"] == transaction["id"] and transaction["status"] in FINAL:
                order["state"] = transaction["status"]
