"""The fixtures for pytest. other-languages.test.ts runs these tests."""

import pytest
from payment_gateway_sandbox import SandboxError

PIX = {"amount": 15990, "payment_method": "pix", "async": True}


def test_a_pix_is_paid_and_its_event_arrives(account):
    seen = []
    account.receiver.on_event = seen.append
    pix = account.post("/v1/transactions", PIX)
    account.pay(pix["id"], delivered=True)
    assert b'"paid"' in seen[-1]
    assert account.get(f"/v1/transactions/{pix['id']}")["status"] == "paid"
    assert account.receiver.events[-1]["payload"]["status"] == "paid"


def test_each_test_has_an_empty_account(account):
    assert account.assumptions() == []
    assert account.get("/v1/transactions")["total"] == 0
    assert account.receiver.events == []


def test_a_refused_webhook_is_retried_when_the_clock_moves(account):
    pix = account.post("/v1/transactions", PIX)
    account.settled()
    account.receiver.status = 503
    with pytest.raises(SandboxError, match="advance it by 1000 ms"):
        account.pay(pix["id"], delivered=True)
    account.receiver.status = None
    account.advance("1s")
    event = account.wait_for("transaction.status_changed", id=pix["id"], status="paid", delivered=True)
    assert [attempt["status"] for attempt in event["deliveries"][0]["attempts"]] == [503, 204]


def test_a_handler_that_raises_is_a_500(account):
    def fail(body):
        raise KeyError("no order")

    account.receiver.on_event = fail
    pix = account.post("/v1/transactions", PIX)
    with pytest.raises(SandboxError, match="500"):
        account.pay(pix["id"], delivered=True)


def test_every_act_and_control_is_a_method(account):
    pix = account.post("/v1/transactions", PIX)
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

    account.fail_next("createTransaction", 503, after="commit")
    fault = account.faults()[0]
    assert (fault["operation_id"], fault["after"]) == ("createTransaction", "commit")
    account.clear_faults()
    assert account.faults() == []

    account.assume({"refund-rules": "keeps-paid-amount", "unknown-id": "bad-request"})
    account.assume({"unknown-id": None})
    variants = {one["entry"]: one.get("variant") for one in account.assumptions()}
    assert (variants["refund-rules"], variants.get("unknown-id")) == ("keeps-paid-amount", None)

    snapshot = account.snapshot()
    scenario = account.export()
    account.reset()
    assert account.load(scenario)["links"][f"link-{link['id']}"]["amount"] == 500
    account.restore(snapshot)
    assert account.retrieve(pix["id"])["status"] == "in_dispute"
    assert account.populate(customers=2)["customers"] == 2


def test_several_errors_are_separated(account):
    with pytest.raises(SandboxError, match=r"^400: [^;]+; [^;]+$") as error:
        account.post("/v1/transactions", {"amount": "x", "payment_method": 5})
    assert error.value.status == 400


def test_a_misspelt_field_is_refused(account):
    with pytest.raises(SandboxError, match="did you mean amount"):
        account.post("/v1/transactions", {**PIX, "ammount": 900})
