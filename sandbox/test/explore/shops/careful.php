<?php
// A careful shop in PHP. Its database is a SQLite file named after the token of the run.
// `php careful.php buy` keeps a transaction open around its request; `buy careless` charges again after an error, and
// `buy trusting` takes a status of success for a payment. `php careful.php order PORT` asks a server of one worker to
// buy instead, which also answers events. `repair` looks for the payment, and `orders` prints the books.
declare(strict_types=1);

const REFERENCE = 'order-1-0000000000000001';
// After any other failure, the gateway may have carried out the request.
const CLEAR_REFUSALS = [400, 401, 402, 403, 404, 405, 413, 415, 422, 429];

/** Returns the status and the body. The status 0 means that the outcome is unknown. */
function send(string $method, string $url, ?array $body = null): array
{
    $headers = ['Authorization: Bearer ' . getenv('PAYMENT_GATEWAY_TOKEN'), 'Content-Type: application/json'];
    $http = ['method' => $method, 'header' => $headers, 'timeout' => 20, 'ignore_errors' => true];
    $http += ['follow_location' => 0, 'content' => $body === null ? '' : json_encode($body)];
    $text = @file_get_contents($url, false, stream_context_create(['http' => $http]));
    $status = (int) substr($http_response_header[0] ?? '', 9, 3);
    $json = $text === false ? null : json_decode($text, true);
    $isClear = $status >= 200 && $status < 300 || in_array($status, CLEAR_REFUSALS, true);
    return $isClear && $json !== null ? [$status, $json] : [0, null];
}

$api = getenv('PAYMENT_GATEWAY_URL') . '/v1/transactions';
$db = new PDO('sqlite:' . getenv('FOLDER') . '/' . getenv('PAYMENT_GATEWAY_TOKEN'));
$db->setAttribute(PDO::ATTR_TIMEOUT, 20);
$db->exec('CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, paid INTEGER)');

function save(PDO $db, array $payment): void
{
    if (($payment['reference_key'] ?? '') !== REFERENCE) return;
    $paid = $payment['status'] === 'paid' ? $payment['paid_amount'] : 0;
    $db->prepare('UPDATE orders SET paid = ? WHERE id = ?')->execute([$paid, REFERENCE]);
}

function look(PDO $db, string $api): void
{
    for ($page = 1, $last = 1; $page <= $last; $page++) {
        [$status, $list] = send('GET', $api . '?' . http_build_query(['reference_key' => REFERENCE, 'page' => $page]));
        if ($status !== 200) return;
        foreach ($list['data'] as $payment) save($db, $payment);
        $last = $list['last_page'] ?? $list['meta']['last_page'] ?? 1;
    }
}

function buy(PDO $db, string $api, string $how = ''): void
{
    // The row survives a crash. Only one of two processes can write it.
    $isFirst = $db->exec("INSERT OR IGNORE INTO orders VALUES ('" . REFERENCE . "', 0)") === 1;
    $db->exec('BEGIN IMMEDIATE');
    if ($isFirst) {
        $card = ['card_number' => '4111111111111111', 'card_holder_name' => 'ANA SOUZA'];
        $card += ['card_expiration_date' => '1239', 'card_cvv' => '123'];
        $body = ['amount' => 15990, 'payment_method' => 'credit_card', 'card' => $card, 'reference_key' => REFERENCE];
        $body['metadata'] = json_encode(['order' => REFERENCE]);
        [$status, $payment] = send('POST', $api, $body);
        $again = ['reference_key' => REFERENCE . '-again'] + $body;
        if ($status === 0 && $how === 'careless') [$status, $payment] = send('POST', $api, $again);
        if ($status >= 200 && $status < 300) save($db, $payment);
        if ($status === 200 && $how === 'trusting') $db->exec('UPDATE orders SET paid = 15990');
        if ($status >= 400) $db->exec('DELETE FROM orders');
        if ($status === 0) look($db, $api);
    } else {
        look($db, $api);
    }
    $db->exec('COMMIT');
}

if (PHP_SAPI === 'cli-server') {
    if ($_SERVER['REQUEST_URI'] === '/order') {
        buy($db, $api);
    } elseif ($_SERVER['REQUEST_URI'] === '/event') {
        [$status, $payment] = send('GET', $api . '/' . json_decode(file_get_contents('php://input'), true)['model_id']);
        if ($status === 200) save($db, $payment);
        http_response_code($status === 200 ? 204 : 503);
    }
    exit;
}
$task = $argv[1];
if ($task === 'buy') buy($db, $api, $argv[2] ?? '');
if ($task === 'repair') look($db, $api);
if ($task === 'orders') {
    $rows = $db->query('SELECT id AS "order", paid FROM orders')->fetchAll(PDO::FETCH_ASSOC);
    echo json_encode($rows ?: [['order' => REFERENCE, 'paid' => 0]]), "\n";
}
if ($task === 'order') send('POST', "http://127.0.0.1:$argv[2]/order");
