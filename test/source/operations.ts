/**
 * The inventory of the source document: the operations that it names (4.1 to 4.7), and their HTTP operations. Six ways to create a transaction and two
 * ways to create a subscription share one path each. An operation that the document does not name is not listed here.
 */
import { operations } from '../contract/contract.ts';
import type { Group } from './document.ts';
import { existence } from './evidence.ts';

/** Strongest first. An element that is `observed` names the letters of its sources. */
export type Evidence = `documented ${string}` | `observed ${string}` | 'assumed';
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface NamedOperation {
  readonly group: Group;
  readonly name: string;
  /** The method that the document lists; it lists none for Split, Recurrence, Webhook and Configuration in 4.7. */
  readonly statedMethod: Method | null;
  readonly operationId: string;
  readonly http: `${Method} /v1/${string}`;
  /** Of method and path; where several named operations share a path, of this form of the request. */
  readonly evidence: Evidence;
}

type Entry = readonly [
  name: string,
  statedMethod: Method | null,
  operationId: string,
  http: NamedOperation['http'],
  evidence: Evidence,
];

const inventory: Readonly<Record<Group, readonly Entry[]>> = {
  Transactions: [
    ['Create transaction (credit card)', 'POST', 'createTransaction', 'POST /v1/transactions', 'observed WC MG VAL'],
    ['Create with 3DS', 'POST', 'createTransaction', 'POST /v1/transactions', 'observed VAL WC MG'],
    ['Create PIX', 'POST', 'createTransaction', 'POST /v1/transactions', 'documented 4.5'],
    ['Create boleto', 'POST', 'createTransaction', 'POST /v1/transactions', 'observed WC'],
    ['Create debit', 'POST', 'createTransaction', 'POST /v1/transactions', 'observed PT'],
    ['Create split', 'POST', 'createTransaction', 'POST /v1/transactions', 'assumed'],
    ['Refund', 'POST', 'refundTransaction', 'POST /v1/transactions/{id}/refund', 'observed WC MG SDK'],
    ['Capture', 'POST', 'captureTransaction', 'POST /v1/transactions/{id}/capture', 'observed MG SDK'],
    ['Retrieve', 'GET', 'retrieveTransaction', 'GET /v1/transactions/{id}', 'observed WC'],
    ['List', 'GET', 'listTransactions', 'GET /v1/transactions', 'observed STF'],
    ['History', 'GET', 'listTransactionHistory', 'GET /v1/transactions/{id}/history', 'observed STF'],
    ['Installments', 'GET', 'listTransactionInstallments', 'GET /v1/transactions/{id}/installments', 'assumed'],
  ],
  'Payment Links': [
    ['Create', 'POST', 'createPaymentLink', 'POST /v1/links', 'observed STF SDK'],
    ['Update', 'PUT', 'updatePaymentLink', 'PUT /v1/links/{id}', 'assumed'],
    ['Retrieve', 'GET', 'retrievePaymentLink', 'GET /v1/links/{id}', 'assumed'],
    ['List', 'GET', 'listPaymentLinks', 'GET /v1/links', 'assumed'],
    ['Transactions of a link', 'GET', 'listPaymentLinkTransactions', 'GET /v1/links/{id}/transactions', 'observed SDK'],
  ],
  Customer: [
    ['Create', 'POST', 'createCustomer', 'POST /v1/customers', 'documented 4.3'],
    ['Find', 'POST', 'findCustomer', 'POST /v1/customers/find', 'observed MG'],
    ['Cards of a customer', 'POST', 'listCustomerCards', 'POST /v1/customers/cards', 'observed MG'],
    ['Update', 'PUT', 'updateCustomer', 'PUT /v1/customers/{id}', 'assumed'],
    ['Retrieve', 'GET', 'retrieveCustomer', 'GET /v1/customers/{id}', 'assumed'],
    ['List', 'GET', 'listCustomers', 'GET /v1/customers', 'assumed'],
    ['Delete', 'DELETE', 'deleteCustomer', 'DELETE /v1/customers/{id}', 'documented 4.2'],
  ],
  Cards: [
    ['Create', 'POST', 'createCard', 'POST /v1/cards', 'documented 4.1'],
    ['Get brand', 'POST', 'retrieveCardBrand', 'POST /v1/cards/brand', 'assumed'],
    ['Retrieve', 'GET', 'retrieveCard', 'GET /v1/cards/{id}', 'assumed'],
    ['List', 'GET', 'listCards', 'GET /v1/cards', 'assumed'],
  ],
  Simulate: [
    [
      'Simulate tax (customer or merchant bears the fee)',
      'POST',
      'simulateTax',
      'POST /v1/simulate/tax',
      'documented 4.6',
    ],
  ],
  Split: [
    ['Create receiver', null, 'createReceiver', 'POST /v1/receivers', 'assumed'],
    ['Update receiver', null, 'updateReceiver', 'PUT /v1/receivers/{id}', 'assumed'],
    ['Retrieve receiver', null, 'retrieveReceiver', 'GET /v1/receivers/{id}', 'assumed'],
    ['List receivers', null, 'listReceivers', 'GET /v1/receivers', 'assumed'],
    ['Delete receiver', null, 'deleteReceiver', 'DELETE /v1/receivers/{id}', 'assumed'],
    [
      'Create receiver bank account',
      null,
      'createReceiverBankAccount',
      'POST /v1/receivers/{id}/bank-accounts',
      'assumed',
    ],
    [
      'List receiver bank accounts',
      null,
      'listReceiverBankAccounts',
      'GET /v1/receivers/{id}/bank-accounts',
      'assumed',
    ],
    [
      'Retrieve by bank account id',
      null,
      'retrieveReceiverBankAccount',
      'GET /v1/receivers/{id}/bank-accounts/{bank_account_id}',
      'assumed',
    ],
    [
      'Delete receiver bank account',
      null,
      'deleteReceiverBankAccount',
      'DELETE /v1/receivers/{id}/bank-accounts/{bank_account_id}',
      'assumed',
    ],
    [
      'Update status of receiver bank account',
      null,
      'updateReceiverBankAccountStatus',
      'PUT /v1/receivers/{id}/bank-accounts/{bank_account_id}/status',
      'assumed',
    ],
  ],
  Recurrence: [
    ['Create price', null, 'createPrice', 'POST /v1/prices', 'assumed'],
    ['List prices of a plan', null, 'listPlanPrices', 'GET /v1/plans/{id}/prices', 'assumed'],
    ['Update price', null, 'updatePrice', 'PUT /v1/prices/{id}', 'assumed'],
    ['Delete price', null, 'deletePrice', 'DELETE /v1/prices/{id}', 'assumed'],
    ['Create plan', null, 'createPlan', 'POST /v1/plans', 'assumed'],
    ['Update plan', null, 'updatePlan', 'PUT /v1/plans/{id}', 'assumed'],
    ['List plans', null, 'listPlans', 'GET /v1/plans', 'assumed'],
    ['Retrieve plan', null, 'retrievePlan', 'GET /v1/plans/{id}', 'assumed'],
    ['Delete plan', null, 'deletePlan', 'DELETE /v1/plans/{id}', 'assumed'],
    ['Create subscription', 'POST', 'createSubscription', 'POST /v1/subscriptions', 'documented 4.4'],
    ['Create subscription with identifiers', null, 'createSubscription', 'POST /v1/subscriptions', 'assumed'],
    ['Update subscription', null, 'updateSubscription', 'PUT /v1/subscriptions/{id}', 'assumed'],
    ['Retrieve subscription', null, 'retrieveSubscription', 'GET /v1/subscriptions/{id}', 'assumed'],
    ['List subscriptions', null, 'listSubscriptions', 'GET /v1/subscriptions', 'assumed'],
    ['Cancel subscription', null, 'cancelSubscription', 'POST /v1/subscriptions/{id}/cancel', 'assumed'],
    ['Delete subscription', null, 'deleteSubscription', 'DELETE /v1/subscriptions/{id}', 'assumed'],
  ],
  Webhook: [
    ['Create', null, 'createWebhook', 'POST /v1/webhooks', 'observed WC VAL'],
    ['Update', null, 'updateWebhook', 'PUT /v1/webhooks/{id}', 'assumed'],
    ['List', null, 'listWebhooks', 'GET /v1/webhooks', 'observed WC'],
    ['Retrieve', null, 'retrieveWebhook', 'GET /v1/webhooks/{id}', 'assumed'],
    ['Remove', null, 'deleteWebhook', 'DELETE /v1/webhooks/{id}', 'assumed'],
  ],
  Configuration: [
    ['Add acquirers', null, 'addAcquirers', 'POST /v1/acquirers', 'assumed'],
    ['Set main acquirer', null, 'setMainAcquirer', 'PUT /v1/acquirers/{id}/main', 'assumed'],
    ['Configure anti-fraud', null, 'configureAntiFraud', 'PUT /v1/anti-fraud', 'assumed'],
  ],
};

export const namedOperations: readonly NamedOperation[] = Object.entries(inventory).flatMap(([group, entries]) =>
  entries.map(([name, statedMethod, operationId, http, evidence]) => ({
    // Object.entries forgets that the keys are groups.
    group: group as Group,
    name,
    statedMethod,
    operationId,
    http,
    evidence,
  })),
);

/** The HTTP operations, each with the evidence of its method and path: that of the strongest form where forms share it. */
export const operationEvidence: ReadonlyMap<string, Evidence> = namedOperations.reduce((evidence, named) => {
  const stronger = rank(named.evidence) < rank(evidence.get(named.operationId));
  return stronger ? evidence.set(named.operationId, named.evidence) : evidence;
}, new Map<string, Evidence>());

const ofDocument = [...operationEvidence.values()];

/** The operations that the source document names, counted. The contract may have more. */
export const documentCounts = { named: namedOperations.length, http: ofDocument.length, ...countsByLevel(ofDocument) };

const ofContract = operations.map(({ operation }) => existence(operation['x-evidence']));

/** The operations of the contract, counted. */
export const counts = { http: ofContract.length, ...countsByLevel(ofContract) };

function countsByLevel(evidence: readonly string[]) {
  const withLevel = (level: string): number => evidence.filter((one) => one.startsWith(level)).length;
  return { documented: withLevel('documented'), observed: withLevel('observed'), assumed: withLevel('assumed') };
}

function rank(evidence: Evidence | undefined): number {
  const level = evidence?.split(' ')[0];
  return level === undefined ? 3 : ['documented', 'observed', 'assumed'].indexOf(level);
}
