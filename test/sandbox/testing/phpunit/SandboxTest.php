<?php

declare(strict_types=1);

require_once __DIR__ . '/../../../../testing/phpunit/PaymentGatewaySandbox.php';

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
        self::assertSame(1001, $pix['id']);
        $this->account->pay($pix['id'], ['delivered' => true]);
        self::assertSame('paid', end($seen));
        self::assertSame('paid', $this->account->get("/v1/transactions/{$pix['id']}")['status']);
        self::assertSame('paid', end($this->account->receiver->events)['payload']['status']);
    }

    public function testEachTestHasAnEmptyAccount(): void
    {
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
            $this->account->deliver(0.2);
            self::fail('deliver must fail');
        } catch (\RuntimeException $error) {
            self::assertStringContainsString('the receiver answered 503', $error->getMessage());
        }
        $this->account->receiver->status = null;
        $this->account->advance('1s');
        $this->account->deliver();
        $attempts = $this->account->control('GET', "events?id={$pix['id']}")['data'][0]['deliveries'][0]['attempts'];
        self::assertSame([503, 204], array_column($attempts, 'status'));
    }

    public function testAHandlerThatThrowsIsTheCauseOfTheError(): void
    {
        $this->account->receiver->onEvent = static fn () => throw new \LogicException('no order');
        $this->account->post('/v1/transactions', self::PIX);
        try {
            $this->account->deliver(0.2);
            self::fail('deliver must fail');
        } catch (\RuntimeException $error) {
            self::assertSame('no order', $error->getPrevious()?->getMessage());
        }
    }

    public function testAResponseIsLostAndThePaymentIsThere(): void
    {
        $this->account->failNext('createTransaction', 503, ['after' => 'commit']);
        try {
            $this->account->post('/v1/transactions', self::PIX);
            self::fail('the response must be a 503');
        } catch (SandboxError $error) {
            self::assertSame(503, $error->getCode());
        }
        self::assertSame(1, $this->account->get('/v1/transactions')['total']);
    }

    public function testAMisspeltFieldIsRefused(): void
    {
        $this->expectException(SandboxError::class);
        $this->expectExceptionMessage('did you mean amount?');
        $this->account->post('/v1/transactions', self::PIX + ['ammount' => 1]);
    }
}
