/**
 * Search words, and the page that must come first: a guide name such as `pix`, or an operation id. For some words,
 * any of several pages may come first.
 */
export const searches: Readonly<Record<string, string | readonly string[]>> = {
  refund: 'refundTransaction',
  'partial refund': 'refundTransaction',
  refudn: 'refundTransaction',
  chargeback: 'money-back',
  void: 'refundTransaction',
  capture: 'captureTransaction',
  'pre-authorization': 'captureTransaction',
  '3ds': 'card',
  installments: ['card', 'listTransactionInstallments'],
  split: 'split',
  recipient: 'createReceiver',
  reconciliation: 'listTransactions',
  'webhook signature': 'webhooks',
  'webhook not arriving': 'webhooks',
  'duplicate payment': 'recovery',
  idempotency: 'recovery',
  '422': 'errors',
  '401': 'errors',
  '429': 'errors',
  'amount in cents': ['conventions', 'questions'],
  'test cards': 'test-cards',
  token: 'getting-started',
  'subscription trial': 'subscriptions',
  'boleto expired': 'boleto',
  'pix qr code': 'pix',
  'payment link': 'createPaymentLink',
  'stored card': 'saved-cards',
  'fee simulation': 'simulateTax',
  'sandbox clock': 'sandbox',
  createTransaction: 'createTransaction',

  estorno: 'refundTransaction',
  reembolso: 'refundTransaction',
  reembloso: 'refundTransaction',
  contestação: 'money-back',
  'cobrança duplicada': 'recovery',
  'pré-autorização': 'captureTransaction',
  parcelas: ['card', 'listTransactionInstallments'],
  recebedor: 'createReceiver',
  conciliação: 'listTransactions',
  recorrência: ['createSubscription', 'subscriptions'],
  assinatura: ['createSubscription', 'subscriptions'],
  taxa: 'simulateTax',
  MDR: 'simulateTax',
  antecipação: 'simulateTax',
  'boleto vencido': 'boleto',
  'pix copia e cola': 'pix',
  'cartão recusado': 'card',
  'webhook não chega': 'webhooks',
  'link de pagamento': 'createPaymentLink',

  'create transaction': 'createTransaction',
  'list transactions': 'listTransactions',
  'assinar webhook': ['webhooks', 'createWebhook'],
  histórico: 'listTransactionHistory',
  'declined card': 'card',
  boleto: 'boleto',
  pix: 'pix',
  'cancelar assinatura': 'cancelSubscription',
  'bank account': 'createReceiverBankAccount',
  'criar cliente': 'createCustomer',
  'find customer': 'findCustomer',
  bandeira: 'retrieveCardBrand',
  'unknown outcome': 'recovery',
  antifraude: 'configureAntiFraud',
  'go live': 'go-live',
  opentelemetry: 'observability',
  'primeiros passos': 'getting-started',
  'cartões de teste': 'test-cards',
  capturar: 'captureTransaction',
};

/** Searches that offer a section among the first three, with its address in English. */
export const sections: Readonly<Record<string, string>> = {
  'times are utc': '/guides/pix/#times-are-utc',
  'show the qr code': '/guides/pix/#show-the-qr-code',
  'rate limit': '/guides/conventions/#rate-and-size-limits',
  pytest: '/guides/testing/#other-languages',
  phpunit: '/guides/testing/#other-languages',
  'brand-path': '/evidence/cards/#brand-path',
};

/** Whole questions in one language, and the sections that answer them: one must be among the first three. */
export const questions: Readonly<Record<'en' | 'pt-BR', readonly (readonly [string, readonly string[]])[]>> = {
  en: [
    [
      'how do I know that a pix was paid',
      ['/guides/pix/#know-when-it-is-paid', '/guides/questions/#how-do-i-know-that-a-payment-is-paid'],
    ],
    ['can I trust the page the buyer comes back to', ['/guides/questions/#can-i-trust-the-return-page']],
    [
      'what happens if the webhook arrives twice',
      [
        '/guides/questions/#what-if-an-event-arrives-twice-late-or-never',
        '/guides/webhooks/#if-an-event-does-not-arrive',
        '/guides/webhooks/#store-respond-then-work',
      ],
    ],
    [
      'my request timed out, did the card get charged?',
      ['/guides/questions/#my-request-timed-out-was-the-card-charged', '/guides/recovery/'],
    ],
    [
      'how do I test an expired boleto',
      ['/guides/questions/#how-do-i-test-a-pix-or-a-boleto-that-expires', '/guides/boleto/#after-the-due-date'],
    ],
    ['which test card gets refused', ['/guides/questions/#which-test-card-is-refused', '/guides/test-cards/']],
    [
      'how long is an authorization valid before I must capture',
      ['/guides/questions/#how-long-is-an-authorization-valid', '/guides/card/#authorize-then-capture'],
    ],
    [
      'how do I refund only part of a payment',
      ['/guides/questions/#how-do-i-refund-a-part-of-a-payment', '/api/refundTransaction/'],
    ],
    [
      'do I need to verify a signature on webhooks',
      [
        '/guides/questions/#do-i-need-a-signature-check',
        '/guides/webhooks/',
        '/guides/questions/#can-i-trust-an-event',
      ],
    ],
    [
      'how do I split a payment between two sellers',
      ['/guides/questions/#how-do-i-split-a-payment-between-sellers', '/guides/split/'],
    ],
    [
      'what is the maximum number of installments',
      ['/guides/questions/#what-is-the-maximum-number-of-installments', '/guides/card/#installments'],
    ],
    [
      'where do I get a token and how long does it live',
      [
        '/guides/questions/#where-do-i-get-a-token-and-how-long-does-it-live',
        '/guides/getting-started/#authentication',
        '/guides/questions/#how-do-i-rotate-tokens',
      ],
    ],
    ['how do I run the sandbox in github actions', ['/guides/ci/#github-actions', '/guides/ci/']],
    [
      'what happens to a pix that is paid after it expired',
      ['/guides/questions/#what-happens-to-a-pix-paid-after-it-expired'],
    ],
    [
      'can I charge a saved card again without the cvv',
      [
        '/guides/questions/#can-i-charge-a-saved-card-without-its-security-code',
        '/guides/saved-cards/',
        '/guides/saved-cards/#pay-with-a-saved-card',
      ],
    ],
    [
      'how do I make the next request fail with 500',
      ['/guides/questions/#how-do-i-make-the-next-request-fail', '/guides/mock/#faults'],
    ],
    [
      'is the amount in cents or in reais',
      [
        '/guides/questions/#is-an-amount-in-cents-or-in-reais',
        '/guides/conventions/#units',
        '/guides/conventions/#prices-to-centavos',
      ],
    ],
    ['why do I get 422 when I create a transaction', ['/guides/questions/#why-do-i-get-422', '/guides/errors/']],
    ['how do I cancel a subscription', ['/api/cancelSubscription/', '/guides/questions/#how-do-i-stop-a-subscription']],
    [
      'what does chargeback mean for my order status',
      [
        '/guides/questions/#what-is-a-chargeback-for-my-order',
        '/guides/money-back/#chargebacks',
        '/guides/money-back/',
      ],
    ],
    [
      'the customer paid twice, what do I do',
      [
        '/guides/recovery/',
        '/guides/money-back/',
        '/guides/every-night/#what-it-finds',
        '/guides/recovery/#pay-once',
        '/api/refundTransaction/',
        '/guides/every-night/',
      ],
    ],
    [
      'what time zone are the dates in',
      ['/guides/pix/#times-are-utc', '/guides/boleto/#days-are-local', '/guides/conventions/#units'],
    ],
    [
      'how do I charge a customer every month',
      ['/guides/subscriptions/', '/guides/subscriptions/#subscribe-a-customer', '/api/createSubscription/'],
    ],
    ['what do I show the buyer when the card is declined', ['/guides/card/#a-declined-card']],
    [
      'can I use this with python or php',
      [
        '/guides/testing/#other-languages',
        '/guides/sandbox/#other-languages',
        '/guides/explore/#any-language',
        '/guides/webhooks/#in-php',
      ],
    ],
    [
      'am I allowed to store card numbers',
      ['/guides/saved-cards/#pci-dss', '/guides/questions/#what-do-i-store', '/guides/saved-cards/'],
    ],
    [
      'how do I simulate a chargeback',
      [
        '/guides/money-back/#test-it',
        '/guides/money-back/#chargebacks',
        '/guides/questions/#what-is-a-chargeback-for-my-order',
      ],
    ],
    [
      'what is left to do before production',
      ['/guides/go-live/', '/guides/go-live/#configuration', '/guides/go-live/#payments'],
    ],
    ['how many requests per second may I send', ['/guides/conventions/#rate-and-size-limits']],
    [
      'how do I find a payment by my own order number',
      [
        '/guides/questions/#how-do-i-find-a-payment-by-my-own-order-number',
        '/guides/recovery/#note-send-look',
        '/api/listTransactions/',
        '/guides/recovery/',
        '/guides/recovery/#pay-once',
      ],
    ],
    [
      'how do I log requests without leaking the card',
      ['/guides/client/#logs', '/guides/observability/', '/guides/client/#middleware-and-hooks'],
    ],
    [
      'how do I compare my orders with the gateway at night',
      ['/guides/every-night/', '/guides/every-night/#from-cron', '/guides/every-night/#in-code'],
    ],
    ['my company is behind a corporate proxy', ['/guides/network/#behind-a-proxy', '/guides/network/']],
    [
      'can the money of a pix be taken back after it was paid',
      ['/guides/money-back/#a-pix-that-the-bank-takes-back', '/guides/money-back/'],
    ],
    [
      'which events do I get for a card payment',
      ['/guides/webhooks/#which-events-come', '/guides/webhooks/', '/guides/webhooks/#register-your-address'],
    ],
    [
      'until when does a subscriber keep access after canceling',
      ['/guides/subscriptions/#until-when-the-buyer-has-access'],
    ],
    ['does the client work in cloudflare workers or deno', ['/guides/client/#where-it-runs']],
    ['how do I verify that a cpf is valid', ['/guides/conventions/#documents']],
    [
      'how do I pause time in a test',
      ['/guides/testing/#cheat-sheet', '/guides/sandbox/#in-a-test', '/guides/sandbox/', '/guides/testing/'],
    ],
    ['what does documented observed assumed mean', ['/guides/known/']],
  ],
  'pt-BR': [
    [
      'como sei que um pix foi pago',
      ['/guides/pix/#know-when-it-is-paid', '/guides/questions/#how-do-i-know-that-a-payment-is-paid'],
    ],
    [
      'o que acontece se o cliente pagar o boleto depois do vencimento',
      ['/guides/questions/#what-happens-to-a-boleto-paid-after-its-due-date', '/guides/boleto/#after-the-due-date'],
    ],
    [
      'como testar um cartão recusado',
      ['/guides/questions/#which-test-card-is-refused', '/guides/test-cards/', '/guides/card/#a-declined-card'],
    ],
    [
      'preciso guardar o número do cartão',
      ['/guides/questions/#what-do-i-store', '/guides/saved-cards/#pci-dss', '/guides/saved-cards/'],
    ],
    [
      'como estornar uma parte do pagamento',
      ['/guides/questions/#how-do-i-refund-a-part-of-a-payment', '/api/refundTransaction/'],
    ],
    [
      'qual o prazo para capturar uma autorização',
      ['/guides/questions/#how-long-is-an-authorization-valid', '/guides/card/#authorize-then-capture'],
    ],
    [
      'o webhook não chega, o que fazer',
      [
        '/guides/webhooks/#if-an-event-does-not-arrive',
        '/guides/questions/#what-if-an-event-arrives-twice-late-or-never',
        '/guides/webhooks/',
      ],
    ],
    [
      'como receber webhook no localhost',
      ['/guides/questions/#how-do-i-receive-events-on-my-computer', '/guides/webhooks/#in-the-sandbox'],
    ],
    ['como simular as taxas de uma venda parcelada', ['/api/simulateTax/']],
    [
      'qual a diferença entre cancelado e recusado',
      ['/guides/states/', '/guides/questions/#what-is-the-difference-between-canceled-and-refused'],
    ],
    [
      'como dividir o pagamento entre vendedores',
      ['/guides/questions/#how-do-i-split-a-payment-between-sellers', '/guides/split/'],
    ],
    [
      'posso repetir a requisição depois de um timeout',
      [
        '/guides/questions/#my-request-timed-out-was-the-card-charged',
        '/guides/recovery/',
        '/guides/client/#retries',
        '/guides/client/#unknown-outcome',
      ],
    ],
    ['quais status são finais', ['/guides/questions/#which-statuses-are-final']],
    [
      'como usar com php',
      ['/guides/testing/#other-languages', '/guides/sandbox/#other-languages', '/guides/webhooks/#in-php'],
    ],
    ['como funciona o 3ds no cartão de débito', ['/guides/card/#3ds', '/guides/card/']],
    ['como criar um link de pagamento', ['/api/createPaymentLink/']],
    [
      'como trocar o cartão de uma assinatura',
      ['/guides/questions/#how-do-i-change-the-card-of-a-subscription', '/api/updateSubscription/'],
    ],
    [
      'a renovação da assinatura falhou, e agora',
      ['/guides/questions/#what-happens-when-a-renewal-fails', '/guides/subscriptions/#when-a-charge-fails'],
    ],
    [
      'como avançar o tempo no sandbox',
      [
        '/guides/sandbox/',
        '/guides/testing/#cheat-sheet',
        '/guides/subscriptions/#move-the-clock-by-a-month',
        '/guides/sandbox/#in-a-test',
      ],
    ],
    [
      'quais campos são obrigatórios para gerar um boleto',
      ['/guides/questions/#which-fields-are-required', '/guides/boleto/#create-a-boleto', '/guides/boleto/'],
    ],
    [
      'o cliente pagou duas vezes, e agora',
      [
        '/guides/recovery/',
        '/guides/money-back/',
        '/guides/every-night/#what-it-finds',
        '/guides/recovery/#pay-once',
        '/api/refundTransaction/',
        '/guides/every-night/',
      ],
    ],
    [
      'em que fuso horário estão as datas',
      ['/guides/pix/#times-are-utc', '/guides/boleto/#days-are-local', '/guides/conventions/#units'],
    ],
    [
      'como cobrar um cliente todo mês',
      ['/guides/subscriptions/', '/guides/subscriptions/#subscribe-a-customer', '/api/createSubscription/'],
    ],
    ['o que mostrar ao comprador quando o cartão é recusado', ['/guides/card/#a-declined-card']],
    [
      'dá para usar com python',
      [
        '/guides/testing/',
        '/guides/testing/#other-languages',
        '/guides/sandbox/#other-languages',
        '/guides/explore/#any-language',
      ],
    ],
    [
      'como simular um chargeback',
      [
        '/guides/money-back/#test-it',
        '/guides/money-back/#chargebacks',
        '/guides/questions/#what-is-a-chargeback-for-my-order',
      ],
    ],
    [
      'o que falta para entrar em produção',
      ['/guides/go-live/', '/guides/go-live/#configuration', '/guides/go-live/#payments'],
    ],
    ['quantas requisições por segundo posso fazer', ['/guides/conventions/#rate-and-size-limits']],
    [
      'como achar o pagamento pelo número do meu pedido',
      [
        '/guides/questions/#how-do-i-find-a-payment-by-my-own-order-number',
        '/guides/recovery/#note-send-look',
        '/api/listTransactions/',
        '/guides/recovery/',
        '/guides/recovery/#pay-once',
      ],
    ],
    [
      'como registrar logs sem vazar o cartão',
      ['/guides/client/#logs', '/guides/observability/', '/guides/client/#middleware-and-hooks'],
    ],
    [
      'como conferir meus pedidos com o gateway toda noite',
      ['/guides/every-night/', '/guides/every-night/#from-cron', '/guides/every-night/#in-code'],
    ],
    ['minha empresa usa proxy corporativo', ['/guides/network/#behind-a-proxy', '/guides/network/']],
    [
      'o banco pode devolver um pix já pago',
      ['/guides/money-back/#a-pix-that-the-bank-takes-back', '/guides/money-back/'],
    ],
    [
      'quais eventos chegam num pagamento com cartão',
      ['/guides/webhooks/#which-events-come', '/guides/webhooks/', '/guides/webhooks/#register-your-address'],
    ],
    [
      'até quando o assinante tem acesso depois de cancelar',
      ['/guides/subscriptions/#until-when-the-buyer-has-access'],
    ],
    ['o cliente typescript roda em deno ou bun', ['/guides/client/#where-it-runs']],
    ['como validar cpf e cnpj', ['/guides/conventions/#documents']],
    [
      'como congelar o relógio no teste',
      ['/guides/testing/#cheat-sheet', '/guides/sandbox/#in-a-test', '/guides/sandbox/', '/guides/testing/'],
    ],
    ['o que significa documentado observado presumido', ['/guides/known/']],
  ],
};

/** Searches for what the gateway and this package do not have: similar words are no answer. */
export const absent: readonly string[] = ['nota fiscal', 'invoice pdf', 'criptomoeda', 'kubernetes'];
