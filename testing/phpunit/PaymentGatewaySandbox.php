<?php

declare(strict_types=1);

namespace PaymentGateway\Testing;

/**
 * Gives each test of a PHPUnit test case an empty account of a sandbox, with a client and a webhook receiver:
 *
 *     require_once 'node_modules/payment-gateway-contract/testing/phpunit/PaymentGatewaySandbox.php';
 *
 *     final class CheckoutTest extends \PHPUnit\Framework\TestCase
 *     {
 *         use \PaymentGateway\Testing\PaymentGatewaySandbox;
 *
 *         public function testAPixIsPaid(): void
 *         {
 *             $pix = $this->account->post('/v1/transactions', ['amount' => 15990, 'payment_method' => 'pix', 'async' => true]);
 *             $this->account->pay($pix['id'], ['delivered' => true]);
 *             self::assertSame('paid', $this->account->get("/v1/transactions/{$pix['id']}")['status']);
 *         }
 *     }
 *
 * Set-up: npm install --save-dev payment-gateway-contract ajv@8. The first test starts a sandbox on a free port; the environment
 * variable PAYMENT_GATEWAY_URL names one that already runs. Start that one with --accounts per-token. It needs PHP 8.1, PHPUnit 9.6 or
 * newer, and no extension.
 */
trait PaymentGatewaySandbox
{
    protected Account $account;

    /** @before */
    #[\PHPUnit\Framework\Attributes\Before]
    protected function openAccount(): void
    {
        $this->account = new Account(Sandbox::url());
    }

    /** @after */
    #[\PHPUnit\Framework\Attributes\After]
    protected function closeAccount(): void
    {
        $this->account->close();
    }
}

/** The sandbox refused a request. The code is the HTTP status; `errors` has one sentence for each problem. */
final class SandboxError extends \RuntimeException
{
    /** @param list<string> $errors */
    public function __construct(int $status, public readonly array $errors)
    {
        parent::__construct("$status: " . implode(' ', $errors), $status);
    }
}

/**
 * An account of the sandbox: a client for the gateway's API, and the controls of the sandbox. Every method returns decoded JSON and throws
 * a SandboxError if the sandbox refuses. Amounts are centavos.
 */
final class Account
{
    public readonly string $token;
    public readonly Receiver $receiver;
    private readonly int $receiverId;

    public function __construct(public readonly string $url)
    {
        $this->token = bin2hex(random_bytes(16));
        $this->receiver = new Receiver();
        $this->control('POST', 'reset');
        $this->receiverId = $this->control('POST', 'receivers', ['url' => $this->receiver->url])['id'];
    }

    public function close(): void
    {
        $this->control('DELETE', "receivers/{$this->receiverId}");
        $this->receiver->close();
    }

    public function get(string $path): array
    {
        return $this->request('GET', $path);
    }

    public function post(string $path, array $body = []): array
    {
        return $this->request('POST', $path, $body);
    }

    public function put(string $path, array $body = []): array
    {
        return $this->request('PUT', $path, $body);
    }

    public function delete(string $path): array
    {
        return $this->request('DELETE', $path);
    }

    /** Calls the control API; `$path` is the part after `/_sandbox/`. */
    public function control(string $method, string $path, ?array $body = null): array
    {
        return $this->request($method, "/_sandbox/$path", $body);
    }

    /**
     * Does what a buyer, an issuer or the back office does. With `['delivered' => true]` it returns after the receiver got the events.
     */
    public function act(string $name, int $id, array $options = []): array
    {
        // This process is also the receiver, so it must not wait for the response of the sandbox while an event waits for it.
        $delivered = $options['delivered'] ?? false;
        unset($options['delivered']);
        $object = $this->control('POST', "objects/$id/$name", $options);
        if ($delivered) {
            $this->deliver();
        }

        return $object;
    }

    public function pay(int $id, array $options = []): array
    {
        return $this->act('pay', $id, $options);
    }

    public function expire(int $id, array $options = []): array
    {
        return $this->act('expire', $id, $options);
    }

    public function decline(int $id, array $options = []): array
    {
        return $this->act('decline', $id, $options);
    }

    public function settle(int $id, array $options = []): array
    {
        return $this->act('settle', $id, $options);
    }

    public function capture(int $id, array $options = []): array
    {
        return $this->act('capture', $id, $options);
    }

    public function refund(int $id, array $options = []): array
    {
        return $this->act('refund', $id, $options);
    }

    public function cancel(int $id, array $options = []): array
    {
        return $this->act('cancel', $id, $options);
    }

    /** From now on the issuer refuses the card, or the card of the subscription. */
    public function fail(int $id, array $options = []): array
    {
        return $this->act('fail', $id, $options);
    }

    /** Ends 3DS: `approved`, `declined` or `timed_out`. */
    public function authenticate(int $id, string $outcome, array $options = []): array
    {
        return $this->act('authenticate', $id, ['outcome' => $outcome] + $options);
    }

    /** Returns the object, whatever its kind. */
    public function retrieve(int $id): array
    {
        return $this->control('GET', "objects/$id");
    }

    /** Advances the clock by `31d`, `1mo` or `P31D`, carries out what falls due, and returns the time. */
    public function advance(string $duration): string
    {
        return $this->control('POST', 'clock/advance', ['by' => $duration])['now'];
    }

    /** Lets the next request fail: `reset`, `stall`, `truncate` or a status; `['after' => 'commit']` loses only the response. */
    public function failNext(string $operation, string|int $fault, array $options = []): array
    {
        return $this->control('POST', 'faults', ['operationId' => $operation, 'fault' => $fault] + $options);
    }

    /** Receives events until none is left to deliver. Events arrive only while this method runs. */
    public function deliver(float $seconds = 10.0): void
    {
        $end = microtime(true) + $seconds;
        do {
            $this->receiver->receive();
            try {
                $this->control('POST', 'events/settled', ['timeout' => 0]);

                return;
            } catch (SandboxError $error) {
                if ($error->getCode() !== 408) {
                    throw $error;
                }
            }
        } while (microtime(true) < $end);
        throw new \RuntimeException("{$error->getMessage()}; the receiver answered {$this->receiver->lastStatus}", 0, $this->receiver->lastError);
    }

    private function request(string $method, string $path, ?array $body = null): array
    {
        $context = stream_context_create(['http' => [
            'method' => $method,
            'header' => ["Authorization: Bearer {$this->token}", 'Content-Type: application/json', 'Connection: close'],
            'content' => $body === null ? '' : json_encode((object) $body, JSON_THROW_ON_ERROR),
            'ignore_errors' => true,
            'timeout' => 60,
        ]]);
        $stream = fopen($this->url . $path, 'r', false, $context);
        if ($stream === false) {
            throw new \RuntimeException("No response from {$this->url}$path");
        }
        $text = (string) stream_get_contents($stream);
        $status = (int) explode(' ', stream_get_meta_data($stream)['wrapper_data'][0])[1];
        fclose($stream);
        $data = $text === '' ? [] : json_decode($text, true);
        if ($status >= 400) {
            throw new SandboxError($status, $data['errors'] ?? [substr($text, 0, 200)]);
        }

        return (array) $data;
    }
}

/**
 * A webhook receiver in the process of the test. `events` has the bodies so far, in the order of their arrival; a retry counts again.
 */
final class Receiver
{
    public readonly string $url;
    /** @var list<array<string, mixed>> */
    public array $events = [];
    /** Your handler: gets each body as a string. If it throws, the receiver answers 500. */
    public ?\Closure $onEvent = null;
    /** Answers all further events with this status instead, to test retries. */
    public ?int $status = null;
    public ?int $lastStatus = null;
    public ?\Throwable $lastError = null;
    /** @var resource */
    private $socket;

    public function __construct()
    {
        $socket = stream_socket_server('tcp://127.0.0.1:0');
        if ($socket === false) {
            throw new \RuntimeException('The receiver cannot listen on 127.0.0.1');
        }
        $this->socket = $socket;
        $this->url = 'http://' . stream_socket_get_name($socket, false) . '/';
    }

    public function close(): void
    {
        fclose($this->socket);
    }

    /** Answers the events that wait. Returns after a few milliseconds without one. */
    public function receive(): void
    {
        // Without an event it returns at once; "@" hides the warning about that.
        while ($connection = @stream_socket_accept($this->socket, 0.02)) {
            stream_set_timeout($connection, 5);
            $length = 0;
            while (($line = fgets($connection)) !== false && trim($line) !== '') {
                if (preg_match('/^content-length: *(\d+)/i', $line, $found)) {
                    $length = (int) $found[1];
                }
            }
            $this->lastStatus = $this->handle($length > 0 ? (string) stream_get_contents($connection, $length) : '');
            fwrite($connection, "HTTP/1.1 {$this->lastStatus} Received\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            fclose($connection);
        }
    }

    private function handle(string $body): int
    {
        try {
            $this->events[] = json_decode($body, true, 512, JSON_THROW_ON_ERROR);
            if ($this->status !== null) {
                return $this->status;
            }
            if ($this->onEvent !== null) {
                ($this->onEvent)($body);
            }

            return 204;
        } catch (\Throwable $error) {
            $this->lastError = $error;

            return 500;
        }
    }
}

/** The sandbox of this process: started when it is first needed, and ended with the process. */
final class Sandbox
{
    private const OPTIONS = ['--port', '0', '--accounts', 'per-token', '--clock', 'manual', '--strict', '--log', 'silent'];
    private static ?string $url = null;

    public static function url(): string
    {
        return self::$url ??= rtrim(getenv('PAYMENT_GATEWAY_URL') ?: self::start(), '/');
    }

    private static function start(): string
    {
        $process = proc_open(['node', self::program(), 'sandbox', ...self::OPTIONS], [1 => ['pipe', 'w'], 2 => STDERR], $pipes);
        $url = $process === false ? '' : trim((string) fgets($pipes[1]));
        if (!str_starts_with($url, 'http')) {
            throw new \RuntimeException('The sandbox did not start; its error is on standard error.');
        }
        register_shutdown_function(static function () use ($process): void {
            proc_terminate($process);
            proc_close($process);
        });

        return $url;
    }

    /** Returns the command line program: of the package that this file is in, else of the project. */
    private static function program(): string
    {
        foreach ([dirname(__DIR__, 2), getcwd() . '/node_modules/payment-gateway-contract'] as $folder) {
            if (is_file("$folder/dist/src/cli/main.js")) {
                return "$folder/dist/src/cli/main.js";
            }
        }
        throw new \RuntimeException('payment-gateway-contract is not installed: npm install --save-dev payment-gateway-contract ajv@8');
    }
}
