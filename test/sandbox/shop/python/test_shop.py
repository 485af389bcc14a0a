"""The tests of the shop, in the manner of shop.test.ts. test/sandbox/shop/python.test.ts runs them with pytest."""

import pytest
from payment_gateway_sandbox import SandboxError
from shop import Refused, Shop

CARD = {
    "card_number": "4111111111111111",
    "card_holder_name": "ANA SOUZA",
    "card_expiration_date": "1239",
    "card_cvv": "123",
}
ANA = {"external_id": "7", "name": "Ana Souza", "email": "ana@example.com"}
PAYER = {**ANA, "documents": [{"type": "cpf", "number": "52998224725"}]}
BY_CARD = {"payment_method": "credit_card", "card": CARD, "customer": ANA}
BY_PIX = {"payment_method": "pix", "async": True}


@pytest.fixture
def shop(account):
    shop = Shop(account.url, account.token)
    account.receiver.on_event = shop.receive
    return shop


def test_a_pix_is_paid(account, shop):
    pix = shop.checkout(1, 15990, **BY_PIX)
    assert pix["pix_qr_code"].startswith("000201")
    assert shop.orders[1]["state"] == "open"
    account.pay(pix["id"], delivered=True)
    assert shop.orders[1]["state"] == "paid"


def test_a_pix_expires(account, shop):
    pix = shop.checkout(1, 900, **BY_PIX)
    account.expire(pix["id"], delivered=True)
    assert shop.orders[1]["state"] == "canceled"


def test_a_card_pays_in_installments(account, shop):
    transaction = shop.checkout(1, 10000, **BY_CARD, installments=3)
    assert shop.orders[1]["state"] == "paid"
    parts = account.get(f"/v1/transactions/{transaction['id']}/installments")["data"]
    assert [len(parts), sum(int(part["amount"]) for part in parts)] == [3, 10000]


def test_a_refused_card_leaves_the_order_unpaid(shop):
    refused = {**BY_CARD, "card": {**CARD, "card_cvv": "612"}}
    assert shop.checkout(1, 900, **refused)["refused_reason"]
    assert shop.orders[1]["state"] == "refused"


def test_a_boleto_is_canceled_when_nobody_pays(account, shop):
    boleto = shop.checkout(1, 900, payment_method="boleto", customer=PAYER)
    assert boleto["status"] == "waiting_payment"
    account.advance("31d")
    account.settled()
    assert shop.orders[1]["state"] == "canceled"


def test_a_debit_card_is_authenticated(account, shop):
    three_ds = {"urlSuccess": "https://shop.example/ok", "urlFail": "https://shop.example/failed"}
    debit = {**BY_CARD, "payment_method": "debit_card", "threeDSecure": three_ds}
    transaction = shop.checkout(1, 900, **debit)
    assert transaction["threeDSecure"]["url"].startswith(f"{account.url}/_sandbox/3ds/")
    account.authenticate(transaction["id"], "approved", delivered=True)
    assert shop.orders[1]["state"] == "paid"


def test_a_capture_and_two_refunds(account, shop):
    assert shop.checkout(1, 900, **BY_CARD, capture=False)["status"] == "authorized"
    assert shop.capture(1, 900)["status"] == "paid"
    assert shop.refund(1, 300)["paid_amount"] == 600
    shop.refund(1)
    account.settled()
    assert shop.orders[1]["state"] == "refunded"


def test_more_than_is_left_cannot_be_refunded(shop):
    shop.checkout(1, 900, **BY_CARD)
    with pytest.raises(Refused):
        shop.refund(1, 901)


@pytest.mark.parametrize("fault", ["reset", "truncate", 503])
def test_a_lost_response_charges_once(account, shop, fault):
    account.fail_next("createTransaction", fault, after="commit")
    shop.checkout(77, 900, **BY_CARD)
    assert shop.orders[77]["state"] == "paid"
    assert len(list(shop.all("/v1/transactions"))) == 1


def test_a_lost_refund_refunds_once(account, shop):
    transaction = shop.checkout(1, 900, **BY_CARD)
    account.fail_next("refundTransaction", "reset", after="commit")
    shop.refund(1, 300)
    assert account.retrieve(transaction["id"])["paid_amount"] == 600


def test_a_request_that_never_arrived_is_sent_again(account, shop):
    account.fail_next("createTransaction", 503)
    shop.checkout(1, 900, **BY_CARD)
    assert len(list(shop.all("/v1/transactions"))) == 1


def test_a_webhook_that_failed_is_retried(account, shop):
    pix = shop.checkout(1, 900, **BY_PIX)
    account.settled()
    account.receiver.status = 503
    with pytest.raises(SandboxError, match="advance it by 1000 ms"):
        account.pay(pix["id"], delivered=True)
    account.receiver.status = None
    account.advance("1s")
    account.wait_for("transaction.status_changed", id=pix["id"], status="paid", delivered=True)
    assert shop.orders[1]["state"] == "paid"


def test_a_webhook_that_fails_in_the_shop_is_a_500(account):
    def fail(body):
        raise KeyError("no order")

    account.receiver.on_event = fail
    pix = account.post("/v1/transactions", {"amount": 900, **BY_PIX})
    with pytest.raises(SandboxError, match="500"):
        account.pay(pix["id"], delivered=True)


def test_a_subscription_renews(account):
    plan = account.post("/v1/plans", {"name": "Clube"})
    price = account.post("/v1/prices", {"plan_id": plan["id"], "amount": 4990, "interval": "month"})
    body = {"price_id": price["id"], "payment_method": "credit_card", "card": CARD, "customer": ANA}
    subscription = account.post("/v1/subscriptions", body)
    account.advance("3mo")
    charges = account.get("/v1/transactions")["data"]
    assert [charge["amount"] for charge in charges] == [4990] * 4
    assert account.retrieve(subscription["id"])["status"] == "paid"


def test_accounts_never_meet(account):
    assert account.get("/v1/transactions")["total"] == 0


def test_a_misspelt_field_is_refused(account):
    with pytest.raises(SandboxError, match="did you mean amount"):
        account.post("/v1/transactions", {"amount": 900, "ammount": 900, "payment_method": "pix"})


def test_every_act_and_control_is_a_method(account):
    pix = account.post("/v1/transactions", {"amount": 15990, **BY_PIX})
    account.pay(pix["id"])
    assert account.review(pix["id"])["status"] == "pending_review"
    assert account.approve(pix["id"])["status"] == "paid"
    assert account.chargeback(pix["id"], delivered=True)["status"] == "chargedback"
    assert account.set_status(pix["id"], "in_dispute")["status"] == "in_dispute"
    link = account.post("/v1/links", {"amount": 500})
    assert account.checkout(link["id"], payment_method="pix")["status"] == "waiting_payment"

    event = account.wait_for("transaction.status_changed", status="chargedback", delivered=True)
    assert event["object_id"] == pix["id"]
    assert account.redeliver(event["id"])["id"] == event["id"]
    account.settled()
    assert account.list_events(id=pix["id"])[0]["payload"]["status"] == "in_dispute"
    account.disturb(duplicates=1)
    account.disturb()

    assert account.freeze() == account.now()
    assert account.advance_to("2030-01-01T00:00:00Z") == "2030-01-01T00:00:00.000Z"
    account.release()

    account.fail_next("createTransaction", 503)
    assert account.faults()[0]["operationId"] == "createTransaction"
    account.clear_faults()
    assert account.faults() == []

    snapshot = account.snapshot()
    scenario = account.export()
    account.reset()
    assert account.load(scenario)["links"][f"link-{link['id']}"]["amount"] == 500
    account.restore(snapshot)
    assert account.retrieve(pix["id"])["status"] == "in_dispute"
    assert account.populate(customers=2)["customers"] == 2


def test_several_errors_are_separated(account):
    with pytest.raises(SandboxError, match=r"^400: [^;]+; [^;]+$"):
        account.post("/v1/transactions", {"amount": "x", "payment_method": 5})
