<?php
// Runs the checkout of a public WooCommerce plugin without WordPress: `php shop.php METHOD`. The functions and classes of WordPress and of the
// plugin's HTTP client are stand-ins, which keep the order in a file named after the token of the run.
namespace Unirest {
    class Exception extends \Exception
    {
    }
    class Request
    {
        private const LIVE = 'https://api.brasilcash.com.br/ecommerce';
        private static function send(string $method, string $url, array $headers, string $body): object
        {
            $lines = array_map(fn($name) => "$name: $headers[$name]", array_keys($headers));
            $http = ['method' => $method, 'header' => $lines, 'content' => $body, 'ignore_errors' => true, 'timeout' => 5];
            $address = str_replace(self::LIVE, getenv('PAYMENT_GATEWAY_URL'), $url);
            $text = @file_get_contents($address, false, stream_context_create(['http' => $http]));
            if ($text === false) throw new Exception('no response');
            return (object) ['code' => (int) substr($http_response_header[0], 9, 3), 'body' => json_decode($text)];
        }
        public static function post(string $url, array $headers, string $body): object
        {
            return self::send('POST', $url, $headers, $body);
        }
        public static function get(string $url, array $headers, array $query): object
        {
            return self::send('GET', $url . '?' . http_build_query($query), $headers, '');
        }
    }
}
namespace Unirest\Request {
    class Body
    {
        public static function Json($body): string
        {
            return json_encode($body);
        }
    }
}
namespace {
    function database(?array $change = null): array
    {
        $file = getenv('FOLDER') . '/' . getenv('PAYMENT_GATEWAY_TOKEN');
        $now = is_file($file) ? json_decode(file_get_contents($file), true) : ['status' => 'pending', 'meta' => [], 'rows' => []];
        if ($change !== null) file_put_contents($file, json_encode($now = array_merge($now, $change)));
        return $now;
    }
    class Product
    {
        public function get_id(): int { return 7; }
        public function get_price(): string { return '159.90'; }
    }
    class OrderItem
    {
        public function get_product(): Product { return new Product(); }
        public function get_name(): string { return 'Caneca'; }
        public function get_quantity(): int { return 1; }
        public function get_item_downloads(): array { return []; }
    }
    class WC_Order
    {
        public function get_id(): int { return 1; }
        public function get_total(): string { return '159.90'; }
        public function get_shipping_total(): string { return '0'; }
        public function get_items(): array { return [new OrderItem()]; }
        public function get_customer_id(): int { return 0; }
        public function get_address(string $kind): array
        {
            $name = ['first_name' => 'Ana', 'last_name' => 'Souza'];
            return $name + ['address_1' => 'Rua Exemplo 10', 'address_2' => 'Centro', 'postcode' => '01310-100', 'state' => 'SP', 'city' => 'Centro', 'country' => 'BR'];
        }
        public function update_meta_data(string $key, $value): void { database(['meta' => [$key => $value] + database()['meta']]); }
        public function get_meta(string $key) { return database()['meta'][$key] ?? ''; }
        public function save(): void {}
        public function update_status(string $status): void { database(['status' => $status]); }
        public function payment_complete($id): void { database(['status' => 'processing', 'transaction' => $id]); }
        public function get_transaction_id() { return database()['transaction'] ?? null; }
    }
    class WC_Customer
    {
        public function __construct(public int $id) {}
        public function get_email(): string { return ''; }
    }
    class WC_Payment_Gateway
    {
        public $id, $icon, $has_fields, $method_title, $method_description, $supports, $title, $description, $enabled, $form_fields;
        public function init_settings(): void {}
        public function get_return_url(): string { return '/'; }
        public function get_option(string $name): string
        {
            $options = ['private_key' => getenv('PAYMENT_GATEWAY_TOKEN'), 'enable_capture' => 'automatic'];
            return $options[$name] ?? (str_starts_with($name, 'enable_') && $name !== 'enable_threeDSecure' ? 'yes' : '');
        }
    }
    /** The tables of the plugin. */
    class Tables
    {
        public string $prefix = 'wp_';
        public function prepare(string $query, ...$values): array { return [$query, $values]; }
        public function get_row(array $query, $format = null): ?array { return database()['rows'][$query[0] . json_encode($query[1])] ?? null; }
        public function insert(string $table, array $row): void {}
        public function update(string $table, array $row, array $where): void {}
    }
    const ARRAY_A = 'ARRAY_A';
    $wpdb = new Tables();
    function wc_get_order(): WC_Order { return new WC_Order(); }
    function wc_clean($value) { return $value; }
    function __(string $text): string { return $text; }
    function add_action(): void {}
    function wc_add_notice(string $message): void { echo "$message\n"; }
    function current_time(): int { return time(); }
    function WC(): object { return (object) ['cart' => new class { public function empty_cart(): void {} }]; }
    spl_autoload_register(function (string $class): void {
        $path = getenv('PLUGIN') . '/src/' . str_replace(['Bcpag\\', '\\'], ['', '/'], $class) . '.php';
        if (is_file($path)) require_once $path;
    });
    error_reporting(E_ERROR);
    ini_set('error_log', '/dev/null');
    require getenv('PLUGIN') . '/src/class-wc-bcpag-gateway.php';

    $method = $argv[1];
    $_POST = ['bc_payment_method' => $method, 'bc_customer_document_number' => '52998224725', 'billing_first_name' => 'Ana'];
    $_POST += ['billing_last_name' => 'Souza', 'billing_email' => 'ana@example.com', 'bc_card_number' => '4111 1111 1111 1111'];
    $_POST += ['bc_card_holder_name' => 'ANA SOUZA', 'bc_card_expmonth' => '12', 'bc_card_expyear' => '39', 'bc_card_cvv' => '123'];
    // The buyer clicks again as long as WooCommerce shows an error, and pays the code that the page shows.
    for ($click = 0; $click < 2 && database()['status'] === 'pending'; $click++) {
        try {
            $result = (new WC_Bcpag_Gateway())->process_payment(1);
        } catch (\Unirest\Exception) {
        }
    }
    $id = database()['transaction'] ?? null;
    if ($method === 'credit_card' || $id === null) exit;
    $headers = ['Authorization: Bearer ' . getenv('PAYMENT_GATEWAY_TOKEN'), 'Content-Type: application/json'];
    $http = ['method' => 'POST', 'header' => $headers, 'content' => '{}', 'ignore_errors' => true];
    @file_get_contents(getenv('PAYMENT_GATEWAY_URL') . "/_sandbox/objects/$id/pay", false, stream_context_create(['http' => $http]));
}
