<?php

declare(strict_types=1);

require_once __DIR__ . '/../../../testing/phpunit/PaymentGatewaySandbox.php';

use PaymentGateway\Testing\PaymentGatewaySandbox;
use PaymentGateway\Testing\SandboxError;
use PHPUnit\Framework\TestCase;

final class SandboxTest extends TestCase
{
    use PaymentGatewaySandbox;

    private const PIX = ['amount' => 15990, 'payment_method' => 'pix', 'async' => true];

    public function testAPixIsPaidAndItsEventArrives(): void
    {
        $seen = [];
        $this->account->receiver->onEvent = function (string $body) use (&$seen): void {
            $seen[] = json_decode($body, true)['payload']['status'];
        };
        $pix = $this->account->post('/v1/transactions', self::PIX);
        $this->account->pay($pix['id'], ['delivered' => true]);
        self::assertSame('paid', end($seen));
        self::assertSame('paid', $this->account->get("/v1/transactions/{$pix['id']}")['status']);
        self::assertSame('paid', end($this->account->receiver->events)['payload']['status']);
    }

    public function testEachTestHasAnEmptyAccount(): void
    {
        self::assertSame([], $this->account->assumptions());
        self::assertSame(0, $this->account->get('/v1/transactions')['total']);
        self::assertSame([], $this->account->receiver->events);
    }

    public function testARefusedWebhookIsRetriedWhenTheClockMoves(): void
    {
        $pix = $this->account->post('/v1/transactions', self::PIX);
        $this->account->deliver();
        $this->account->receiver->status = 503;
        try {
            $this->account->act('pay', $pix['id']);
            $this->account->deliver();
            self::fail('deliver must fail');
        } catch (\RuntimeException $error) {
            self::assertStringContainsString("the receiver answered 503 to transaction.status_changed of {$pix['id']}", $error->getMessage());
        }
        $this->account->receiver->status = null;
        $this->account->advance('1s');
        $this->account->deliver();
        $attempts = $this->account->control('GET', "events?id={$pix['id']}")['data'][0]['deliveries'][0]['attempts'];
        self::assertSame([503, 204], array_column($attempts, 'status'));
    }

    public function testTheErrorNamesTheRefusedEventAtOnceEvenIfALaterOneIsConfirmed(): void
    {
        $first = null;
        $this->account->receiver->onEvent = static function (string $body) use (&$first): void {
            if (json_decode($body, true)['model_id'] === (string) $first) {
                throw new \LogicException('no order');
            }
        };
        $first = $this->account->post('/v1/transactions', self::PIX)['id'];
        $this->account->post('/v1/transactions', self::PIX);
        $start = microtime(true);
        try {
            $this->account->deliver();
            self::fail('deliver must fail');
        } catch (\RuntimeException $error) {
            self::assertStringContainsString("the receiver answered 500 to transaction.created of {$first}", $error->getMessage());
            self::assertStringNotContainsString('204', $error->getMessage());
            self::assertSame('no order', $error->getPrevious()?->getMessage());
        }
        self::assertLessThan(5, microtime(true) - $start);
        self::assertCount(2, $this->account->receiver->events);
    }

    public function testEveryActAndControlIsAMethod(): void
    {
        $pix = $this->account->post('/v1/transactions', self::PIX);
        $this->account->pay($pix['id']);
        self::assertSame('pending_review', $this->account->review($pix['id'])['status']);
        self::assertSame('paid', $this->account->approve($pix['id'])['status']);
        self::assertSame('chargedback', $this->account->chargeback($pix['id'], ['delivered' => true])['status']);
        self::assertSame('in_dispute', $this->account->setStatus($pix['id'], 'in_dispute')['status']);
        $link = $this->account->post('/v1/links', ['amount' => 500]);
        self::assertSame('waiting_payment', $this->account->checkout($link['id'], ['payment_method' => 'pix'])['status']);

        $event = $this->account->waitFor('transaction.status_changed', ['status' => 'chargedback', 'delivered' => true]);
        self::assertSame($pix['id'], $event['object_id']);
        self::assertSame($event['id'], $this->account->redeliver($event['id'])['id']);
        $this->account->settled();
        self::assertSame('in_dispute', $this->account->listEvents(['id' => $pix['id']])[0]['payload']['status']);
        $this->account->disturb(['duplicates' => 1]);
        $this->account->disturb();

        $now = $this->account->freeze();
        self::assertSame($now, $this->account->now());
        self::assertSame('2030-01-01T00:00:00.000Z', $this->account->advanceTo('2030-01-01T00:00:00Z'));
        $this->account->release();

        $this->account->failNext('createTransaction', 503, ['after' => 'commit']);
        self::assertSame(['createTransaction', 'commit'], [$this->account->faults()[0]['operation_id'], $this->account->faults()[0]['after']]);
        $this->account->clearFaults();
        self::assertSame([], $this->account->faults());

        $this->account->assume(['refund-rules' => 'keeps-paid-amount', 'unknown-id' => 'bad-request']);
        $this->account->assume(['unknown-id' => null]);
        self::assertSame(['keeps-paid-amount', null], [$this->variantOf('refund-rules'), $this->variantOf('unknown-id')]);
        $this->account->assume([]);

        $snapshot = $this->account->snapshot();
        $scenario = $this->account->export();
        $this->account->reset();
        self::assertSame(500, $this->account->load($scenario)['links']['link-' . $link['id']]['amount']);
        $this->account->restore($snapshot);
        self::assertSame('in_dispute', $this->account->retrieve($pix['id'])['status']);
        self::assertSame(2, $this->account->populate(['customers' => 2])['customers']);
    }

    public function testSeveralErrorsAreSeparated(): void
    {
        $this->expectException(SandboxError::class);
        $this->expectExceptionCode(400);
        $this->expectExceptionMessageMatches('/^400: [^;]+; [^;]+$/');
        $this->account->post('/v1/transactions', ['amount' => 'x', 'payment_method' => 5]);
    }

    public function testAMisspeltFieldIsRefused(): void
    {
        $this->expectExceptionMessage('did you mean amount?');
        $this->account->post('/v1/transactions', self::PIX + ['ammount' => 1]);
    }

    private function variantOf(string $entry): ?string
    {
        return array_column($this->account->assumptions(), null, 'entry')[$entry]['variant'] ?? null;
    }
}
