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
    columns: [
      'Operation',
      'Documented',
      'Driven by a public client',
      'Refused on demand by a test',
      'Switched by a variant',
      'Can be settled by',
    ],
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
      level: 'Evidence',
      decides: 'What it decides',
      all: 'All',
      decided: {
        operation: 'Operations and events',
        field: 'Fields and values',
        contract: 'The whole contract',
        sandbox: 'Behavior of the sandbox',
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
    works: 'works',
    fails: (because: string) => `fails: ${because}`,
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
    evidence: 'Evidence',
    evidenceHint: 'Labels show what is not documented',
    evidenceHelp: 'What the evidence means',
    evidenceOff: (documented: number, all: number) => `${documented} of ${all} operations are documented.`,
    basis: 'Evidence for this page',
    onlyEnglish: 'This page is in English.',
    registerIntroduction: 'Open questions of the source document, and the decisions of the contract.',
    entries: (count: number) => (count === 1 ? '1 entry' : `${count} entries`),
  },

  landing: {
    title: 'payment-gateway-contract',
    tagline:
      'Find what breaks your checkout before your buyers do. Contract, typed client and sandbox of a Brazilian payment gateway. Unofficial: its operator has no part in this project.',
    start: 'Get started',
    languages: 'Language',
    quickstart: 'Three steps to a first payment',
    steps: ['Install the package', 'Start the sandbox', 'Create a Pix and pay it'],
    stepTexts: [
      'It has the client with types for every operation, the sandbox and the docs.',
      'It keeps what you create, sends events, and shows everything in a console at `/_sandbox/`.',
      'The sandbox lets you play the buyer: pay, let a code expire, or move the clock.',
    ],
    uses: 'What you do with it',
    useCards: [
      [
        'client',
        'Import the types',
        'Every operation, for openapi-fetch and other tools. The client adds retries that cannot charge twice.',
      ],
      ['mock', 'Run the mock', 'Prism answers your contract tests from the examples, without a network.'],
      [
        'machines',
        'Publish the docs',
        'These pages in two languages, and the contract in a form that other tools read.',
      ],
    ] as [string, string, string][],
    report: 'What `explore` reports',
    reportText:
      'The response to a payment is lost, and the shop sends the payment again. [Explore](/guides/explore/) runs your own code like this.',
    page: 'What each field rests on',
    pageText:
      'Most of the gateway is undocumented. Each field shows whether a document, public code or an assumption supports it.',
    pageLink: 'The whole page: create a transaction',
    proofs: 'What you get',
    proofList: (operations: number) => [
      `**${operations} operations with evidence.** The [register](/guides/known/) lists every assumption, and how to settle it.`,
      '**A sandbox with a clock and faults.** A renewal takes one call, and so does a [lost response](/guides/recovery/).',
      '**Any language.** Samples in curl, PHP and Python, and [files for programs](/guides/machines/).',
    ],
    choose: 'Choose what you build',
    cards: [
      ['pix', 'Pix', 'Show a code. After an event, retrieve the payment to see whether it is paid.'],
      ['card', 'Cards and 3DS', 'Installments, capture later, and a refusal that is not an error.'],
      ['boleto', 'Boleto', 'A slip that the buyer pays within days, at any bank.'],
      ['subscriptions', 'Subscriptions', 'Plans, prices and renewals. Try a month in one call.'],
      ['split', 'Split', 'Divide a payment among the receivers of a marketplace.'],
      ['webhooks', 'Events', 'Confirm each event before you act on it.'],
    ] as [string, string, string][],
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
    near: 'Pages with a similar name:',
  },

  /** The picture of a shared link. */
  picture: {
    facts: (operations: number) => `${operations} operations · types, client, mock, sandbox`,
    alt: 'The title of these docs beside a call of the TypeScript client',
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
