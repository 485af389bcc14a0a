/** The texts of the console, in both languages. */
import type { vocabularies } from 'payment-gateway-contract';
import { say } from '../shared/locale.js';
import type { Schemas } from './api.js';

/** The names of a kind of objects, and the sentences for an empty list, which do not depend on a gender. */
function kind(pt: readonly [one: string, title: string], en: readonly [one: string, title: string]) {
  const [one, title] = say(pt, en);
  const all = title.toLowerCase();
  return {
    one,
    title,
    none: say(`Não há ${all} ainda`, `No ${all} yet`),
    noMatch: say(`Não há ${all} com estes filtros`, `No matching ${all}`),
  };
}

/** Returns a function that says a count. The plural has `#` for the number. */
function counted(pt: readonly [one: string, many: string], en: readonly [one: string, many: string]) {
  const [one, many] = say(pt, en);
  return (count: number): string => (count === 1 ? one : many.replace('#', String(count)));
}

/** `reset after commit` */
const inWords = (fault: string): string => fault.replace('after commit', 'após o commit');

/** The values of a vocabulary of the contract. A text whose value is renamed does not compile. */
type Value<Vocabulary extends keyof typeof vocabularies> = (typeof vocabularies)[Vocabulary][number];
type Status =
  | Value<'TransactionStatus' | 'SubscriptionStatus' | 'PaymentLinkStatus' | 'BankAccountStatus'>
  | Value<'PaymentMethod' | 'PriceInterval'>
  | Schemas['Delivery']['state']
  | 'warned';

export const texts = {
  title: 'Sandbox',
  skip: say('Ir para o conteúdo', 'Skip to the content'),
  sections: say('Seções', 'Sections'),
  account: say('Conta', 'Account'),
  more: say('Opções', 'Options'),
  offline: say('O sandbox não responde. Tentando de novo…', 'The sandbox does not respond. Trying again…'),
  nothingHere: say('Esta página não existe.', 'This page does not exist.'),
  toTransactions: say('Ver as transações', 'Go to the transactions'),
  docs: say('Documentação', 'Docs'),
  copy: say('Copiar', 'Copy'),
  close: say('Fechar', 'Close'),
  details: say('Detalhes', 'Details'),
  actions: say('Ações', 'Actions'),
  /** The first option of a filter, by its parameter. */
  all: {
    status: say('Todos os status', 'All statuses'),
    outcome: say('Todos os resultados', 'All outcomes'),
    operation_id: say('Todas as operações', 'All operations'),
    state: say('Todas as entregas', 'All deliveries'),
  } as Readonly<Record<string, string>>,
  search: say('Buscar', 'Search'),
  outcome: say('Resultado', 'Outcome'),
  objectId: say('Id do objeto', 'Object id'),
  pages: say('Páginas', 'Pages'),
  sortBy: say('Ordenar por', 'Sort by'),
  newer: say('Anteriores', 'Previous'),
  older: say('Próximos', 'Next'),
  page: (page: number, last: number, total: number) =>
    say(`Página ${page} de ${last}, ${total} no total`, `Page ${page} of ${last}, ${total} in total`),
  total: (total: number) => say(`${total} no total`, `${total} in total`),
  showAll: say('Mostrar todos', 'Show all'),

  clock: say('Relógio', 'Clock'),
  clockHint: say('O relógio desta conta', 'The clock of this account'),
  freeze: say('Congelar relógio', 'Freeze clock'),
  frozen: say('congelado', 'frozen'),
  steps: {
    '1h': say('+1 hora', '+1 hour'),
    '1d': say('+1 dia', '+1 day'),
    '1mo': say('+1 mês', '+1 month'),
  },
  goTo: say('Avançar até', 'Go to'),
  goToTime: say('Data e hora (São Paulo)', 'Date and time (São Paulo)'),
  movedOn: (time: string, changes: readonly string[]) =>
    say(
      `Agora são ${time}. ${changes.length === 0 ? 'Nada mudou.' : `Mudanças: ${changes.join('; ')}.`}`,
      `It is now ${time}. ${changes.length === 0 ? 'Nothing changed.' : `Changes: ${changes.join('; ')}.`}`,
    ),
  change: {
    'transaction.created': say('nova cobrança', 'new charge'),
    'transaction.status_changed': say('transação', 'transaction'),
    'link.changed': 'link',
  } satisfies Partial<Record<Value<'WebhookEventName'>, string>>,
  hiddenState: say('O que muda o próximo pagamento', 'What changes the next payment'),
  letItRun: say('Descongelar relógio', 'Let the clock run'),
  faultsWait: counted(['1 falha programada', '# falhas programadas'], ['1 fault waits', '# faults wait']),
  /** How events come, by the field of the control API. */
  eventsDisturbed: (names: readonly string[]) => {
    const ways: Readonly<Record<string, string>> = say<Record<keyof Schemas['Disturbance'], string>>(
      { duplicates: 'repetidos', late: 'atrasados', out_of_order: 'fora de ordem', held: 'retidos', lost: 'perdidos' },
      { duplicates: 'twice', late: 'late', out_of_order: 'out of order', held: 'held', lost: 'lost' },
    );
    const listed = names.map((name) => ways[name] ?? name).join(', ');
    return say(`Eventos: ${listed}`, `Events: ${listed}`);
  },
  assumptionsSwitched: counted(
    ['1 suposição trocada', '# suposições trocadas'],
    ['1 assumption switched', '# assumptions switched'],
  ),
  switchBack: say('Desfazer', 'Switch back'),
  cardRefused: (id: number) => say(`Cartão ${id} recusado`, `Card ${id} refused`),
  acceptAgain: say('Voltar a aceitar o cartão', 'Accept the card again'),
  exportScenario: say('Exportar cenário', 'Export scenario'),
  loadScenario: say('Carregar cenário', 'Load scenario'),
  noScenario: (name: string) =>
    say(
      `${name} não é um cenário em JSON. Exporte um cenário para ver o formato.`,
      `${name} is not a scenario in JSON. Export a scenario to see the format.`,
    ),
  loaded: counted(['1 objeto criado.', '# objetos criados.'], ['Created 1 object.', 'Created # objects.']),
  reset: say('Apagar tudo', 'Delete everything'),
  resetTitle: say('Apagar tudo desta conta?', 'Delete everything in this account?'),
  resetHint: (account: string) =>
    say(
      `Objetos, eventos, falhas e o relógio de ${account} são apagados. Os ids recomeçam do início.`,
      `This deletes the objects, events, faults and clock of ${account}. Ids start over.`,
    ),
  resetNo: say('Manter', 'Keep it'),

  kinds: {
    transactions: kind(['Transação', 'Transações'], ['Transaction', 'Transactions']),
    links: kind(['Link de pagamento', 'Links de pagamento'], ['Payment link', 'Payment links']),
    subscriptions: kind(['Assinatura', 'Assinaturas'], ['Subscription', 'Subscriptions']),
    customers: kind(['Cliente', 'Clientes'], ['Customer', 'Customers']),
    receivers: kind(['Recebedor', 'Recebedores'], ['Receiver', 'Receivers']),
    webhooks: kind(['Webhook', 'Webhooks'], ['Webhook', 'Webhooks']),
    cards: kind(['Cartão', 'Cartões'], ['Card', 'Cards']),
    plans: kind(['Plano', 'Planos'], ['Plan', 'Plans']),
    prices: kind(['Preço', 'Preços'], ['Price', 'Prices']),
    bank_accounts: kind(['Conta bancária', 'Contas bancárias'], ['Bank account', 'Bank accounts']),
    acquirers: kind(['Adquirente', 'Adquirentes'], ['Acquirer', 'Acquirers']),
    requests: kind(['Requisição', 'Requisições'], ['Request', 'Requests']),
    events: kind(['Evento', 'Eventos'], ['Event', 'Events']),
    inbox: {
      ...kind(['Caixa de entrada', 'Caixa de entrada'], ['Inbox', 'Inbox']),
      none: say('Nenhum evento recebido ainda', 'No event received yet'),
    },
    faults: kind(['Falha', 'Falhas'], ['Fault', 'Faults']),
    assumptions: kind(['Suposição', 'Suposições'], ['Assumption', 'Assumptions']),
    findings: kind(['Exploração', 'Explore'], ['Exploration', 'Explore']),
  },
  fields: {
    id: 'Id',
    amount: say('Valor', 'Amount'),
    method: say('Pagamento', 'Method'),
    customer: say('Cliente', 'Customer'),
    status: 'Status',
    time: say('Horário da conta', 'Account time'),
    realTime: say('Horário real', 'Real time'),
    name: say('Nome', 'Name'),
    email: 'E-mail',
    document: say('CPF ou CNPJ', 'CPF or CNPJ'),
    payout: say('Repasse', 'Payout'),
    interval: say('Intervalo', 'Interval'),
    url: say('URL', 'Address'),
    events: say('Eventos', 'Events'),
    card: say('Cartão', 'Card'),
    bank: say('Banco', 'Bank'),
    event: say('Evento', 'Event'),
    object: say('Objeto', 'Object'),
    delivery: say('Entrega', 'Delivery'),
    request: say('Requisição', 'Request'),
    duration: say('Duração', 'Duration'),
    receiver: say('Recebedor', 'Receiver'),
    share: say('Participação', 'Share'),
    paid: say('Pago', 'Paid'),
    captured: say('Capturado', 'Captured'),
    installments: say('Parcelas', 'Installments'),
    reason: say('Motivo da recusa', 'Refused because'),
    referenceKey: say('Referência', 'Reference'),
    metadata: say('Metadados', 'Metadata'),
    created: say('Criado em', 'Created'),
    periodEnd: say('Fim do período', 'Period ends'),
    nextCharge: say('Próxima cobrança', 'Next charge'),
    buyerPage: say('Página do comprador', 'Page for the buyer'),
    path: say('Caminho', 'Path'),
    evidence: say('Evidência', 'Evidence'),
    fault: say('Falha', 'Fault'),
    operation: say('Operação', 'Operation'),
    times: say('Vezes', 'Times'),
  },
  /** English uses the names themselves. */
  statuses: say<Readonly<Record<string, string>>>(
    {
      processing: 'processando',
      authorized: 'autorizado',
      paid: 'pago',
      waiting_payment: 'aguardando pagamento',
      request_authentication: 'aguardando autenticação',
      refused: 'recusado',
      pending_refund: 'estorno em andamento',
      refunded: 'estornado',
      canceled: 'cancelado',
      chargedback: 'chargeback',
      analyzing: 'em análise',
      pending_review: 'em revisão',
      active: 'ativo',
      inactive: 'inativo',
      expired: 'expirado',
      trialing: 'em período de teste',
      pending_payment: 'pagamento pendente',
      unpaid: 'inadimplente',
      ended: 'encerrado',
      delivered: 'entregue',
      pending: 'pendente',
      held: 'retido',
      failed: 'falhou',
      warned: 'com avisos',
      credit_card: 'cartão de crédito',
      debit_card: 'cartão de débito',
      pix: 'Pix',
      boleto: 'boleto',
      day: 'dia',
      week: 'semana',
      month: 'mês',
      year: 'ano',
    } satisfies Record<Status, string>,
    { pix: 'Pix' },
  ),
  partlyRefunded: (isPix: boolean) =>
    say(isPix ? 'parcialmente devolvido' : 'parcialmente estornado', 'partly refunded'),
  partlyCaptured: say('parcialmente capturado', 'partly captured'),
  /** How often a receiver gets a payout, by the value of `transfer_interval`. */
  payouts: say<Record<Value<'TransferInterval'>, string>>(
    { daily: 'automático, diário', weekly: 'automático, semanal', monthly: 'automático, mensal' },
    { daily: 'automatic, daily', weekly: 'automatic, weekly', monthly: 'automatic, monthly' },
  ) as Readonly<Record<string, string>>,
  noPayout: say('não automático', 'not automatic'),
  each: (interval: string) => say(`a cada ${interval}`, `every ${interval}`),

  leadsTo: (statuses: readonly string[]) =>
    say(`passa para ${statuses.join(' ou ')}`, `becomes ${statuses.join(' or ')}`),
  whole: (amount: string) => say(`tudo (${amount})`, `all ${amount}`),
  statusHint: say('Qualquer status, mesmo fora do contrato', 'Any status, even one outside the contract'),
  statusExample: say('p. ex. on_hold', 'such as on_hold'),
  part: say('ou parte, R$', 'or a part, R$'),
  partHint: say('Valor parcial em reais', 'A part of the amount, in reais'),
  wrongAmount: (most: string) =>
    say(`Informe um valor de R$\u00a00,01 a ${most}.`, `Enter an amount from R$\u00a00.01 to ${most}.`),
  timeline: say('Linha do tempo', 'Timeline'),
  /** The two clocks of a timeline. */
  clocks: { account: say('conta', 'account'), real: say('real', 'real') },
  /** Due work, by step. */
  due: {
    settle: say('será concluída', 'settles'),
    pay: say('será paga', 'is paid'),
    expire: say('expira', 'expires'),
    lapse: say('a autorização expira', 'the authorization lapses'),
    charge: say('próxima cobrança', 'next charge'),
  } as Readonly<Record<string, string>>,
  timesIn: say('horários de São Paulo', 'times in São Paulo'),
  pixCode: say('Pix copia e cola', 'Pix code'),
  boletoLine: say('Linha digitável', 'Digitable line (linha digitável)'),
  split: 'Split',
  liable: say('responde por chargebacks', 'liable for chargebacks'),
  json: say('JSON da API', 'JSON from the API'),

  tryIt: (hasCommand: boolean) =>
    say(
      `Aponte sua loja para este sandbox${hasCommand ? ', ou teste no terminal' : ''}. O resultado aparece aqui na hora.`,
      `Point your shop at this sandbox${hasCommand ? ', or try it in a terminal' : ''}. The result shows up here at once.`,
    ),
  makeExamples: say('Criar exemplos', 'Create examples'),
  examples: (made: Readonly<Record<'transactions' | 'customers' | 'links' | 'subscriptions', number>>) =>
    say(
      `Cria ${made.customers} clientes, ${made.transactions} pagamentos, ${made.links} links de pagamento e ${made.subscriptions} assinaturas com a primeira cobrança.`,
      `Creates ${made.customers} customers, ${made.transactions} payments, ${made.links} payment links and ${made.subscriptions} subscriptions with their first charge.`,
    ),
  noRegistration: say('Destinos sem cadastro', 'Receivers without a registration'),
  noRegistrationHint: say(
    'Estas URLs recebem todos os eventos de todas as contas até o sandbox terminar.',
    'These addresses receive all events of all accounts until the sandbox ends.',
  ),
  remove: say('Remover', 'Remove'),
  shopAddress: say('URL da sua loja', 'Address of your shop'),
  sendThere: say('Enviar eventos para lá', 'Send events there'),

  requestsHint: (url: string) =>
    say(
      `As requisições para a API em ${url}/v1/… aparecem aqui assim que chegam, com avisos.`,
      `Requests to the API at ${url}/v1/… show up here as they arrive, with warnings.`,
    ),
  noOperation: say('sem operação', 'no operation'),
  warnings: counted(['1 aviso', '# avisos'], ['1 warning', '# warnings']),
  planned: (fault: string) => say(`programada: ${inWords(fault)}`, `planned: ${fault}`),
  lostBy: (fault: string) => say(`resposta perdida (${inWords(fault)})`, `response lost (${fault})`),
  lost: say('sem resposta', 'no response'),
  notKept: (id: string) => say(`A requisição ${id} não está mais guardada.`, `Request ${id} is no longer kept.`),
  copyCurl: say('Copiar como curl', 'Copy as curl'),
  headers: say('Cabeçalhos', 'Headers'),
  query: 'Query',
  body: say('Corpo da requisição', 'Request body'),
  response: say('Corpo da resposta', 'Response body'),

  eventsHint: say(
    'O sandbox envia cada mudança aos webhooks cadastrados e às URLs em Webhooks.',
    'The sandbox sends every change to registered webhooks and to the addresses under Webhooks.',
  ),
  inboxHint: say(
    'Recebe os eventos nesta aba, se a sua loja ainda não tem um endpoint. O sandbox entrega aqui como entregaria à loja, enquanto a aba estiver aberta.',
    'Receives the events in this tab, if your shop has no receiver yet. The sandbox delivers here as it would to a shop, while the tab is open.',
  ),
  openInbox: say('Abrir a caixa de entrada', 'Open the inbox'),
  closeInbox: say('Fechar a caixa de entrada', 'Close the inbox'),
  emptyInbox: say('Limpar', 'Clear'),
  inboxEmpty: say(
    'Crie uma transação, ou pague uma. Os eventos dela aparecem aqui.',
    'Create a transaction, or pay one. Its events show up here.',
  ),
  answer: say('Responder', 'Answer'),
  toTheNext: say('às próximas', 'to the next'),
  plan: say('Programar', 'Set'),
  nextGet: (count: number, status: number) =>
    say(
      count === 1 ? `A próxima entrega recebe ${status}.` : `As próximas ${count} entregas recebem ${status}.`,
      count === 1 ? `The next delivery gets ${status}.` : `The next ${count} deliveries get ${status}.`,
    ),
  confirmAgain: say('Voltar a confirmar', 'Confirm again'),
  disturbanceHint: say('Próximos eventos, em todos os destinos:', 'Next events, at all receivers:'),
  disturbances: {
    twice: say('duas vezes', 'twice'),
    late: say('10 s atrasados', '10 s late'),
    reversed: say('fora de ordem', 'in reverse order'),
  },

  testEvent: say('Enviar evento de teste', 'Send a test event'),
  testEventHint: say('Cria um objeto de exemplo, que gera o evento', 'Creates a sample object, which causes the event'),
  sendFailed: (count: number) => say(`Reenviar ${count} com falha`, `Send ${count} failed again`),
  pause: say('Pausar entregas', 'Pause deliveries'),
  resume: say('Retomar entregas', 'Resume deliveries'),
  pauseHint: say(
    'Retém os próximos eventos desta conta, para todos os destinos',
    'Holds the next events of this account, for all receivers',
  ),
  allDeliveries: (count: number) => say(`Ver as ${count} entregas`, `Show all ${count} deliveries`),
  failingSince: say('falhando desde', 'failing since'),
  destination: say('Destino', 'Receiver'),

  redeliver: say('Reenviar a todos', 'Redeliver to all'),
  sendAgain: say('Reenviar', 'Send again'),
  deliveries: say('Entregas', 'Deliveries'),
  noDeliveries: say(
    'Nenhuma URL estava cadastrada. Reenviar entrega às URLs cadastradas agora.',
    'No address was registered. Redeliver sends the event to the addresses registered now.',
  ),
  deliveredOf: (count: number, all: number) => say(`${count} de ${all} entregues`, `${count} of ${all} delivered`),
  retrying: say('nova tentativa', 'retrying'),
  tries: counted(['1\u00a0tentativa', '#\u00a0tentativas'], ['1\u00a0attempt', '#\u00a0attempts']),
  nextAt: say('próxima quando o relógio chegar a', 'next when the clock reaches'),
  lastDeliveries: say('Últimas entregas', 'Last deliveries'),
  noneDelivered: say('Nenhum evento foi enviado para esta URL.', 'No event was sent to this address.'),
  noReceiver: say('sem destino', 'no receiver'),
  duration: (milliseconds: number) => say(`em ${milliseconds} ms`, `in ${milliseconds} ms`),
  delivered: say('Corpo entregue', 'Delivered body'),

  assumptionsHint: say(
    'As suposições sobre o gateway que já decidiram uma resposta. Troque uma e veja como sua loja reage.',
    'The assumptions about the gateway that have decided a response. Switch one to see how your shop reacts.',
  ),
  noUses: say(
    'Envie uma requisição. As suposições dela aparecem aqui.',
    'Send a request. Its assumptions show up here.',
  ),
  subjects: {
    money: say('Sobre dinheiro', 'About money'),
    state: say('Sobre status', 'About states'),
    events: say('Sobre eventos', 'About events'),
    shape: say('Sobre formatos', 'About shapes'),
    other: say('Outras', 'Others'),
  },
  levels: {
    observed: say('observada', 'observed'),
    assumed: say('presumida', 'assumed'),
  } as Readonly<Record<string, string>>,
  switched: say('trocada', 'switched'),
  usual: say('(padrão)', '(default)'),
  uses: counted(['1 uso', '# usos'], ['1 use', '# uses']),

  findingsHint: say(
    'O que o explore encontrou na sua loja: cada falha com seu diagrama, os registros dos dois lados e o comando que a repete.',
    'What explore found in your shop: each failure with its diagram, both books and the command that repeats it.',
  ),
  openFindings: say('Abrir um arquivo de explore --json', 'Open a file of explore --json'),
  noFindings: say('Nenhum arquivo aberto', 'No file is open'),

  faultsHint: say(
    'Faça as próximas requisições falharem para ver como sua loja reage.',
    'Make the next requests fail to see how your shop reacts.',
  ),
  faultNames: {
    reset: say('conexão encerrada', 'connection reset'),
    stall: say('sem resposta', 'no response'),
    truncate: say('resposta cortada ao meio', 'response cut in half'),
  } as Readonly<Record<string, string>>,
  anyOperation: say('qualquer operação', 'any operation'),
  afterCommit: say('executar a requisição e perder só a resposta', 'carry out the request and lose only its response'),
  wasCommitted: say('depois de executada', 'after it was carried out'),
  noFaults: say('Nenhuma falha programada', 'No faults planned'),
  planFault: say('Programar falha', 'Plan the fault'),
  clearFaults: say('Remover todas', 'Remove all'),
};

/** A Pix goes back by "devolução", a card by "estorno". */
const ofPix: Readonly<Record<string, string>> = say(
  { pending_refund: 'devolução em andamento', refunded: 'devolvido' },
  {},
);

/** A status, a payment method, an interval or an outcome in words: `waiting_payment` becomes `waiting payment`. */
export const words = (name: string, isPix = false): string =>
  (isPix ? ofPix[name] : undefined) ?? texts.statuses[name] ?? name.replaceAll('_', ' ');
