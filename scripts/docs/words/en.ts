/** The words of the docs that are neither in the contract nor in a guide. Each language has a table of this shape. */
export const en = {
  levels: { documented: 'documented', observed: 'observed', assumed: 'assumed' },
  unit: (unit: string) => `in ${unit}`,
  /** `states` has at least one element. */
  states: (states: string[]) =>
    `The status of the resource must be ${states.join(', ').replace(/, ([^,]*)$/, ' or $1')}.`,
  sectionOfSource: (section: string, title?: string) =>
    `Section ${section} of the source document${title ? `: ${title}` : ''}.`,

  freshness: {
    columns: ['Operation', 'Documented', 'Called by public clients', 'Errors on demand', 'Variants', 'Settled by'],
    section: (section: string) => `section ${section}`,
    no: 'no',
    shared: 'shared',
    person: (entry: string) => `a person (${entry})`,
  },

  register: {
    group: 'Group',
    allOperations: 'All operations',
    general: 'General',
    restsOnIt: (count: number) => (count === 1 ? 'Used in 1 place' : `Used in ${count} places`),
    settledBy: 'What settles it',
    source: 'Sources',
    sources: 'Sources of this page',
    variants: 'If it is wrong',
    learnt: (route: string, who: string) => `You learn it ${route}; ${who}.`,
    person: 'a person decides',
    verify: '`npx payment-gateway-verify` decides',
    routes: {
      read: 'by a call that only reads',
      data: 'by a call that only reads, where the account has such data',
      write: 'by a call that moves nothing (`--allow write`)',
      charge: 'by an unpaid charge (`--allow write,charge`)',
      money: 'by a card or a refund (`--allow write,charge,money`)',
      configure: "by a change of the merchant's settings (`--allow write,charge,configure`)",
      everything: "by cards, refunds and changes of the merchant's settings (`--allow write,charge,money,configure`)",
      event: 'by the delivery of an event (`--receiver`)',
      operator: "from the gateway's operator only",
      chance: 'by chance',
    } as Record<string, string>,
    filter: {
      decides: 'Decides about',
      all: 'All',
      decided: {
        money: 'money',
        state: 'state',
        events: 'events',
        shape: 'shape of requests and responses',
        other: 'other',
      },
    },
    wholeContract: 'the whole contract',
    description: 'this description',
    address: 'the address',
    testCards: 'test cards',
  },

  diagrams: {
    participants: ['Buyer', 'Your server', 'Gateway'],
    patterns: { documented: 'Solid', observed: 'Dashed', assumed: 'Dotted' },
    legend: (pattern: string, level: string) => `${pattern}: [${level}](/guides/known/).`,
    finalStates: (states: string[]) =>
      states.length > 0
        ? `Final: ${states.map((state) => `\`${state}\``).join(', ')}. Their border is double.`
        : 'No state is final.',
    stateCaption: 'Borders show the evidence too.',
    variantCaption: 'A dashed arrow exists only with a variant of an assumption.',
    variant: (variant: string) => `only with ${variant}`,
    /** By the name of the schema that has the states. */
    stateTitles: {
      'TransactionStatus-card': 'Status of a card payment',
      'TransactionStatus-pix': 'Status of a Pix',
      'TransactionStatus-boleto': 'Status of a boleto',
      PaymentLinkStatus: 'Payment link status',
      SubscriptionStatus: 'Subscription status',
      BankAccountStatus: 'Bank account status',
    } as Record<string, string>,
    inWords: (title: string) => `${title} in words`,
    to: (from: string, to: string) => `${from} to ${to}`,
    /** By the name of the flow: its title, and one label for each arrow. Line breaks keep the drawing narrow. */
    flows: {
      'card-3ds': {
        title: 'Card with 3DS',
        labels: [
          'POST /v1/transactions\nwith threeDSecure',
          'request_authentication\nand threeDSecure.url',
          'redirect to\nthreeDSecure.url',
          'confirms to the\ncard issuer',
          'redirect to urlSuccess\nor urlFail',
          'comes back',
          'GET /v1/transactions/{id}',
          'paid, authorized\nor refused',
        ],
      },
      pix: {
        title: 'Pix',
        labels: [
          'POST /v1/transactions\npayment_method: pix',
          'processing\nand pix_qr_code',
          'shows the code',
          'pays the code\nin the app of a bank',
          'event transaction.\nstatus_changed',
          'GET /v1/transactions/{id}',
          'paid',
        ],
      },
      webhook: {
        title: 'An event, confirmed',
        labels: [
          'POST /v1/webhooks\nurl and events',
          'event, model, model_id,\npayload',
          '2xx, once\nit is stored',
          'GET the object',
          'the object:\nact on this',
        ],
      },
    } as Record<string, { title: string; labels: string[] }>,
  },

  tables: {
    errors: ['Status', 'Meaning', '[Evidence](/guides/known/)'],
    onlyVariant: (variant: string, statement: string) =>
      `No operation of the contract has it. It is the variant ${variant}: ${statement}`,
    testCards: ['Number', 'Brand', 'In the sandbox'],
    securityCode: (begins: string) => `a security code that begins with \`${begins}\``,
    anyBrand: 'any',
    versions: ['Number', 'Here', 'Meaning'],
    path: ['Path', 'the version of the API; a new one gets another path'],
    contract: ['Contract', 'the version of the contract that these pages describe'],
    package: (name: string) => ['Package', `the version of \`${name}\` from which this page was made`],
    others: ['Others', 'the docs of other versions of the contract'],
    tool: ['Tool', 'Makes'],
    figure: ['Measured', 'Value'],
    options: ['Option, its name in code, and its environment variable', 'Default', 'Effect'],
    outcomes: {
      head: [
        'Status of a POST',
        'Conclusion of the client, `verify` and the PHP samples',
        'If the gateway did nothing',
        'If the gateway acted',
      ],
      conclusion: {
        done: 'Done. If the response lacks the created object: unknown.',
        refused: 'Refused.',
        unknown: 'Unknown: the client throws `GatewayOutcomeUnknownError`, and `verify` keeps it as a possible charge.',
      },
      before: {
        done: 'Wrong: a later retrieve call shows it.',
        refused: 'Right: correct the request.',
        unknown:
          'Look for your reference. You find nothing: wait, look again, and let a person decide before you charge again.',
      },
      after: {
        done: 'Right.',
        refused: 'Wrong: `payOnce` finds the payment, because it looks for the reference also after a refusal.',
        unknown: 'Look for your reference. You find the payment.',
      },
    },
    toolCount: (running: number, all: number, file: string) => `${running} of ${all} tools run on \`${file}\`.`,
    acts: ['Act', 'Status that allows it → status that follows', 'Effect', 'Undone by'],
    actOn: { transactions: 'transaction', links: 'payment link', subscriptions: 'subscription', cards: 'card' },
    anyStatus: 'any status',
    stays: (statuses: string, count: number) => `${statuses} ${count > 1 ? 'stay' : 'stays'}`,
    bugs: ['A shop that', 'Plan', 'Problem'],
    bugGroups: {
      charged: 'Charges twice',
      shipped: 'Ships twice or without money',
      believed: 'Trusts what others send',
      unpaid: 'Calls an unpaid order paid',
      amount: 'Books another amount',
    },
    works: 'works',
    fails: (because: string) => `fails: ${because}`,
  },

  /** Each language explains what its readers do not know. */
  glossary: {
    head: ['Term', 'Meaning'],
    terms: [
      ['adquirente', 'acquirer: the company that settles card payments for a merchant'],
      ['antecipação', 'anticipation: being paid for installments before they are due, at a fee'],
      ['antifraude', 'anti-fraud: the analysis of a payment for fraud, before or after its authorization'],
      ['bandeira', 'brand of a card: Visa, Mastercard, Elo, Hipercard, Amex'],
      [
        'boleto',
        'a payment slip with a digitable line (linha digitável) of 47 digits, paid at any bank; a few days until it is settled',
      ],
      ['centavo, real', '1 real (R$, BRL) is 100 centavos'],
      ['CEP', 'postal code: five digits, a hyphen that may be missing, three digits'],
      ['CNPJ', 'document number of a company, 14 places; letters are possible since July 2026'],
      ['CPF', 'document number of a person, 11 digits'],
      ['devolução', 'refund of a Pix'],
      ['estorno', 'refund of a card payment'],
      ['LGPD', 'the Brazilian law on personal data'],
      ['MDR', 'merchant discount rate: the fee of a card sale in percent'],
      ['MED', "the central bank's procedure that returns a Pix after fraud"],
      ['parcela', 'installment: one part of a card payment that is paid in months'],
      ['Pix', 'instant payment of the Brazilian central bank; the buyer scans or copies a code ("copia e cola")'],
      ['recebedor', 'receiver: who gets a part of a payment that is divided between sellers'],
      [
        'repair job',
        'a job of your shop that regularly asks the gateway for each order whose result it does not know, and writes what it finds',
      ],
      [
        'split',
        'a payment divided between receivers; not the "split payment" of the tax reform, which separates taxes from 2027',
      ],
    ] as string[][],
  },

  /** The panels with code. */
  code: {
    copy: 'Copy',
    copied: 'Copied',
    output: 'Output',
    language: 'Programming language',
    status: 'Status code',
  },

  /** How a reader gets the packages. */
  install: {
    inClone: 'in the clone',
    inProject: 'in your project',
    image: (released: boolean): string =>
      released
        ? 'Each release publishes it in the container registry of the repository, for amd64 and arm64. The notes of the release name its address.'
        : 'Build it from `.docker/Dockerfile`, and push it to your registry.',
  },

  /** "Send", where the sandbox serves the docs. */
  send: {
    title: 'Send to the sandbox',
    how: 'Ids and dates of the example are adapted to this sandbox. Your own changes are sent as they are.',
    start: 'To send this request, start the sandbox and open its docs:',
    send: 'Send',
    sending: 'Sending…',
    token: 'Access token',
    path: 'Path',
    body: 'Body',
    create: 'Create it from the examples, then send',
    missing: 'The sandbox lacks an object that the example needs:',
    changed: 'Adapted to this sandbox:',
    invalid: 'The body is not JSON:',
    status: 'Status:',
    event: 'Event:',
    headers: 'Headers',
    console: 'Open in the console:',
    failed: 'No response:',
    /** The names of the types that an example may need. */
    types: {
      Acquirer: 'Acquirer',
      BankAccount: 'Bank account',
      Card: 'Card',
      Customer: 'Customer',
      PaymentLink: 'Payment link',
      Plan: 'Plan',
      Price: 'Price',
      Receiver: 'Receiver',
      Subscription: 'Subscription',
      Transaction: 'Transaction',
      Webhook: 'Webhook',
    },
  },

  /** The words of the pages around the contract and the guides. */
  site: {
    title: 'payment-gateway-contract',
    guides: 'Guides',
    groups: {
      start: 'Start',
      payments: 'Take payments',
      robust: 'Make it robust',
      test: 'Test',
      reference: 'API reference',
      evidence: 'Evidence',
    } as Record<string, string>,
    events: 'Events',
    event: 'Event',
    register: 'Register',
    parameters: 'Parameters',
    body: 'Request body',
    payload: 'Payload',
    responses: 'Responses',
    responseBody: 'Body',
    required: 'required',
    /** What a label is about, if not about the existence of the element. */
    labelOf: { part: 'a part of it', value: 'how its value comes about', required: 'that it is required' },
    fields: 'Fields',
    values: 'Values',
    moreValues: 'More values may appear.',
    example: 'Example',
    evidenceHelp: 'What the evidence means',
    basis: 'Evidence for this page',
    onlyEnglish: 'This page is in English.',
    previewAlt: 'The title of these docs beside a call of the TypeScript client',
    fromFile:
      'You opened this page from a file: links to pages, search, tabs and Copy do not work. Serve the folder, for example with `npx serve public`.',
    registerIntroduction:
      'Open questions of the source document, and the decisions of the contract. Documented facts need no entry.',
    entries: (count: number) => (count === 1 ? '1 entry' : `${count} entries`),
  },

  landing: {
    tagline:
      'Find what breaks your checkout before your buyers do. Contract, typed client and sandbox of a Brazilian payment gateway. Unofficial: its operator has no part in this project.',
    start: 'Get started',
    languages: 'Language',
    command: 'Start the sandbox, with console and docs',
    parts: (operations: number): [string, string, string][] => [
      [
        '/guides/client/',
        'Contract, types and docs',
        `${operations} operations in one OpenAPI file, with types, a mock and a client that never charges twice on a retry.`,
      ],
      [
        '/guides/sandbox/',
        'Sandbox',
        'A gateway that keeps state. You play the buyer, move the clock, and receive the webhooks.',
      ],
      [
        '/guides/explore/',
        'Explore',
        'Runs your shop under lost responses, crashes and double clicks, and compares its books with the gateway.',
      ],
    ],
    fields: 'Where each field comes from',
    fieldsText:
      'Most of the gateway is undocumented. Each field shows whether a document, public code or an assumption supports it. The [register](/guides/known/) lists every assumption.',
    fieldsLink: 'The whole page: create a transaction',
    choose: 'Choose what you build',
    cards: [
      ['pix', 'Pix', 'Show a code. After an event, retrieve the payment to see whether it is paid.'],
      ['card', 'Cards and 3DS', 'Installments, capture later, and a refusal that is not an error.'],
      ['boleto', 'Boleto', 'A slip that the buyer pays within days, at any bank.'],
      ['subscriptions', 'Subscriptions', 'Plans, prices and renewals. Try a month in one call.'],
      ['split', 'Split', 'Divide a payment among the receivers of a marketplace.'],
      ['webhooks', 'Events', 'Confirm each event before you act on it.'],
    ] as [string, string, string][],
    license: 'MIT license',
  },

  search: {
    label: 'Search',
    placeholder: 'Search operations, fields and guides',
    empty: 'Type a word in English or Portuguese.',
    none: 'No page matches. Try one of these:',
    close: 'Close',
    /** Searches to offer when nothing matches. */
    suggestions: ['refund', 'test cards', 'webhook signature'],
    guide: 'Guide',
  },

  /** The page for an address that does not exist. */
  notFound: {
    title: 'There is no page at this address',
    text: 'The name may have changed. Search for it, or open one of these pages:',
  },

  /** The Markdown pages and llms.txt. */
  machine: {
    evidenceLevels:
      'Evidence, strongest first: documented (in the source document), observed (in public code), assumed (by convention).',
    chapters: 'All pages by chapter',
    contract: 'Contract',
    files: [
      ['openapi.yaml', 'OpenAPI 3.1 with evidence'],
      ['openapi.json', 'the same as JSON'],
      ['openapi.portable.json', 'a plain form for code generators and other tools'],
      ['SKILL.md', 'how a coding agent tests payments with the sandbox'],
      ['SKILL-integrate.md', 'which guide a coding agent reads for which task'],
    ] as [string, string][],
    evidence: 'Evidence',
    evidenceOfStatus: 'Evidence of the status',
    evidenceOfBody: 'Evidence of the body',
    evidenceOfValue: 'value',
    response: (status: string) => `Response ${status}`,
    errors: 'Errors',
    example: (name: string) => (name ? `Example ${name}` : 'Example'),
    examplesOf: (method: string) => `examples with ${method}`,
    responseTo: (name: string) => `Response to ${name}`,
    requiredFields: 'Required',
    nothingRequired: 'No field is required.',
    or: ' or ',
    oneForm: 'one form',
    oneOf: 'one of',
    orNew: 'or a new value',
    list: (of: string) => `array of ${of}`,
  },
};

export type Words = typeof en;
