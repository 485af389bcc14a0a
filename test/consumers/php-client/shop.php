<?php
// Calls every method of a public PHP client, and prints what it returns, a line for each call. Nothing stands in for the client or for Guzzle.
error_reporting(E_ERROR);
const SOURCES = [
    'BCpag\\' => 'Brasil-Cash/bcpag-php/src/',
    'GuzzleHttp\\Psr7\\' => 'guzzle/psr7/src/',
    'GuzzleHttp\\Promise\\' => 'guzzle/promises/src/',
    'GuzzleHttp\\' => 'guzzle/guzzle/src/',
    'Psr\\Http\\Message\\' => 'php-fig/http-message/src/',
    'Psr\\Http\\Client\\' => 'php-fig/http-client/src/',
];
spl_autoload_register(function (string $class): void {
    foreach (SOURCES as $prefix => $folder) {
        $path = getenv('FOLDER') . "/$folder" . str_replace('\\', '/', substr($class, strlen($prefix))) . '.php';
        if (str_starts_with($class, $prefix) && is_file($path)) {
            require_once $path;
            return;
        }
    }
});
foreach (['guzzle/guzzle', 'guzzle/psr7', 'guzzle/promises'] as $package) {
    require getenv('FOLDER') . "/$package/src/functions_include.php";
}

$client = new BCpag\BCpag(getenv('PAYMENT_GATEWAY_TOKEN'), ['base_uri' => getenv('PAYMENT_GATEWAY_URL')]);
$show = function (callable $call) {
    try {
        $result = $call();
    } catch (Throwable $error) {
        $result = get_class($error) . ': ' . $error->getCode();
    }
    echo json_encode($result, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE), "\n";
    return $result;
};
$pix = ['amount' => 15990, 'payment_method' => 'pix', 'metadata' => json_encode(['order' => 'order-1', 'note' => 'ação'])];
$card = ['card_number' => '4111111111111111', 'card_holder_name' => 'ANA SOUZA', 'card_expiration_date' => '1239', 'card_cvv' => '123'];
$payment = $show(fn() => $client->transactions()->create($pix));
$charge = $show(fn() => $client->transactions()->create(['amount' => 15990, 'payment_method' => 'credit_card', 'card' => $card] + $card));
$show(fn() => $client->transactions()->refund(['id' => $charge->id ?? 0, 'amount' => 990]));
$show(fn() => $client->transactions()->create(['amount' => 0, 'payment_method' => 'pix']));
$show(fn() => $client->transactions()->refund(['id' => 999999]));
$link = $show(fn() => $client->links()->create(['name' => 'Caneca', 'amount' => 15990, 'payment_methods' => ['pix']]));
$show(fn() => $client->links()->transactions(['id' => $link->id ?? 0]));
