/**
 * Every word that this project's own code puts on the page, beside what stands in the contract and in the guide. One such
 * table for each language, of this very shape.
 */
export const en = {
  levels: { documented: 'documented', observed: 'observed', assumed: 'assumed' },
  /** "in centavos", from the unit of the contract. */
  unit: (unit: string) => `In ${unit}.`,
  knownValues: (groups: string) => `Known values, and more may come: ${groups}.`,
  /** "`paid` or `authorized`", from a list that has at least one element. */
  states: (states: string[]) => `The resource has to be ${states.join(', ').replace(/, ([^,]*)$/, ' or $1')}.`,
  sectionOfSource: (section: string, title?: string) =>
    `Section ${section} of the source document${title ? `: ${title}` : ''}.`,

  /** Titles of guide sections that our own links lead to. */
  sections: {
    gettingStarted: 'Getting started',
    testCards: 'Test cards',
    known: 'What is known and what is assumed',
    changelog: 'Changelog',
    glossary: 'Glossary',
  },

  /** Below the heading of the guide. */
  guide: 'One section for each way to pay; then events, recovery and tests; and last, what all of this is based on.',

  register: {
    group: 'Group',
    allOperations: 'All operations',
    events: 'Events',
    entry: 'Entry',
    statement: 'Statement',
    restsOnIt: (count: number) => `Rests on it: ${count}`,
    settledBy: 'Settled by',
    source: 'Source',
    whatRests: 'What rests on it',
    learnt: (route: string, who: string) => `Learnt ${route}; ${who}.`,
    person: 'a person decides',
    verify: '`payment-gateway verify` decides',
    routes: {
      read: 'by a call that only reads',
      data: 'by a call that only reads, where the account has such data',
      write: 'by a call that moves nothing (--allow write)',
      charge: 'by a charge that nobody pays (--allow charge)',
      money: 'by a card or a refund (--allow money)',
      configure: "by a change of the merchant's settings (--allow configure)",
      event: 'by the delivery of an event (--receiver)',
      operator: 'on the word of the gateway alone',
      chance: 'by chance',
      never: 'never',
    } as Record<string, string>,
    wholeContract: 'the whole contract',
    description: 'this description',
    address: 'the address',
    testCards: 'test cards',
  },

  diagrams: {
    participants: ['Buyer', 'Your server', 'Gateway'],
    patterns: { documented: 'Solid', observed: 'Dashed', assumed: 'Dotted' },
    legend: (pattern: string, level: string) => `${pattern}: ${level}.`,
    stateCaption: 'A double border is a final state; borders show the evidence too.',
    /** By the name of the schema that has the states. */
    stateTitles: {
      TransactionStatus: 'Transaction status',
      PaymentLinkStatus: 'Payment link status',
      SubscriptionStatus: 'Subscription status',
      BankAccountStatus: 'Bank account status',
    } as Record<string, string>,
    label: (title: string) => `${title}, diagram`,
    inWords: (title: string) => `${title} in words`,
    to: (from: string, to: string) => `${from} to ${to}`,
    /** By the name of the flow: its title, and one label for each arrow; broken where the drawing has to be narrow. */
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
        title: 'PIX',
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
          '2xx at once',
          'GET the object\nby model_id',
          'the object:\nact on this',
        ],
      },
    } as Record<string, { title: string; labels: string[] }>,
  },

  tables: {
    errors: ['Status', 'Meaning', 'Evidence'],
    testCards: ['Number', 'Brand', 'In the mock'],
    securityCode: (begins: string) => `a security code that begins with \`${begins}\``,
    anyBrand: 'any',
    versions: ['Number', 'Here', 'Meaning'],
    path: ['Path', 'the version of the API; a new one would live beside it'],
    documentation: ['Documentation', 'the version of the source document that this page describes'],
    package: (name: string) => ['Package', `the version of \`${name}\` from which this page was made`],
    others: ['Others', 'documentation versions that stand beside this one'],
    tool: ['Tool', 'Makes'],
    works: 'works',
    fails: (because: string) => `fails: ${because}`,
  },

  /** What the list of hits calls the places that are found. */
  search: { guide: 'Guide', groupOfOperations: 'Operations' },

  /** For the scripts of the page. */
  browser: { copy: 'Copy', copied: 'Copied' },

  /** "Send", where the sandbox serves the docs. */
  send: {
    send: 'Send',
    sending: 'Sending…',
    token: 'Access token',
    create: 'Make it from the examples, and send',
    missing: 'This sandbox does not have what the example needs:',
    changed: 'Changed to fit this sandbox:',
    headers: 'Headers',
    console: 'Open in the console:',
    failed: 'Nothing came back:',
  },

  /** The picture that stands beside a link to these docs. */
  picture: {
    facts: (operations: number) => `${operations} operations · types, client, mock, sandbox`,
    alt: 'The title of these docs beside a call of the TypeScript client',
  },

  /** The bar above the page. */
  bar: {
    evidence: 'Evidence',
    evidenceHint: 'Shows on what evidence each operation and field is based',
    lastChanged: 'Last changed',
    unreleased: 'not yet released',
    languages: 'Other languages and versions',
  },

  /** Redoc's own words: by the key that its script asks with, and by the English text where it has no key. */
  redoc: {
    labels: {} as Record<string, string>,
    texts: {
      'Search endpoints, schemas, and more...': 'Operations, fields, guide: in English or in Portuguese',
    } as Record<string, string>,
  },

  /** The Markdown pages and llms.txt. */
  machine: {
    evidenceLevels:
      'Evidence, strongest first: documented (in the source document), observed (in public code), assumed (by convention).',
    contract: 'Contract',
    files: [
      ['openapi.yaml', 'OpenAPI 3.1 with evidence'],
      ['openapi.json', 'the same as JSON'],
      ['openapi.portable.json', 'a plain form for code generators and other tools'],
    ] as [string, string][],
    evidence: 'Evidence',
    parameters: 'Parameters',
    requestBody: 'Request body',
    response: (status: string) => `Response ${status}`,
    errors: 'Errors',
    example: (name: string) => (name ? `Example ${name}` : 'Example'),
    responseTo: (name: string) => `Response to ${name}`,
    required: 'required',
    requiredFields: 'Required',
    nothingRequired: 'No field is required.',
    or: ' or ',
    oneForm: 'one form',
    oneOf: 'one of',
    orNew: 'or a new value',
  },
};

export type Words = typeof en;
