/** The sentences of `explore` in Portuguese. A sentence that is not here stays English: names of plans, and what the shop and the gateway said. */

type Translation = readonly [english: RegExp, portuguese: string | ((...parts: string[]) => string)];

/** Nouns of the summary, which are counted: one, and several. */
const NOUNS: Readonly<Record<string, readonly [one: string, several: string]>> = {
  fault: ['falha', 'falhas'],
  crash: ['queda', 'quedas'],
  delivery: ['entrega', 'entregas'],
  'second click': ['segundo clique', 'segundos cliques'],
  'forged event': ['evento forjado', 'eventos forjados'],
  'act of another buyer': ['ação de outro comprador', 'ações de outro comprador'],
  'act of others': ['ação de outros', 'ações de outros'],
  variant: ['variante', 'variantes'],
  plan: ['plano', 'planos'],
  'plan of several': ['plano com várias', 'planos com várias'],
  'larger plan': ['plano maior', 'planos maiores'],
  disruption: ['perturbação', 'perturbações'],
};

function counted(text: string): string {
  return text.replace(/(\d+) ([a-z][a-z ]*)/g, (all, count: string, noun: string) => {
    const single = noun.replace(/^(\w+ )*?(\w+?)(ies|shes|s)(?= of |$)/, (words, _first, stem: string, end: string) =>
      words.replace(`${stem}${end}`, stem + (end === 'ies' ? 'y' : end === 'shes' ? 'sh' : '')),
    );
    const found = NOUNS[noun] ?? NOUNS[single];
    return found ? `${count} ${found[count === '1' ? 0 : 1]}` : all;
  });
}

const order = (name: string): string => (name === 'the order' ? 'o pedido' : name);
const times = (count: string): string => (count === 'twice' ? 'duas vezes' : count.replace(/ times$/, ' vezes'));
const paymentsIn = (text: string): string =>
  text
    .replace(/transaction (\S+) \((.+?) paid\)/g, 'transação $1 ($2 pago)')
    .replace(/transaction (\S+) \((.+?) authorized\)/g, 'transação $1 ($2 autorizado)')
    .replace(/\) and transação/g, ') e transação');

const PROBLEMS: readonly Translation[] = [
  [
    /^a payment of somebody else was believed: (.+)$/,
    (rest = '') => `a loja acreditou no pagamento de outra pessoa: ${phrase(rest)}`,
  ],
  [/^a forged event was believed: (.+)$/, (rest = '') => `a loja acreditou em um evento forjado: ${phrase(rest)}`],
  [
    /^(.+) was charged (twice|\d+ times): (.+)$/,
    (name = '', count = '', list = '') => `${order(name)} foi cobrado ${times(count)}: ${paymentsIn(list)}`,
  ],
  [/^transaction (\S+) of somebody else was refunded$/, 'a transação $1, de outra pessoa, foi estornada'],
  [
    /^(.+) was split in another way than without a disruption$/,
    (name = '') => `${order(name)} teve outro split do que sem perturbação`,
  ],
  [/^orderOf threw: (.+)$/, 'orderOf lançou: $1'],
  [/^(.+) belongs to no order of the shop$/, (list = '') => `sem pedido na loja: ${paymentsIn(list)}`],
  [
    /^(.+): the shop says (\S+ \S+) is paid, but the gateway received nothing$/,
    (name = '', sum = '') => `${order(name)}: para a loja, ${sum} está pago, mas o gateway não recebeu nada`,
  ],
  [
    /^(.+): the gateway received (\S+ \S+) \(transaction (\S+)\), but the shop says (\S+ \S+)$/,
    (name = '', got = '', id = '', said = '') =>
      `${order(name)}: o gateway recebeu ${got} (transação ${id}), mas a loja diz ${said}`,
  ],
  [
    /^(.+) costs (\S+ \S+), but (\S+ \S+) was captured$/,
    (name = '', due = '', sum = '') => `${order(name)} custa ${due}, mas ${sum} foi capturado`,
  ],
  [/^(.+) was shipped (twice|\d+ times)$/, (name = '', count = '') => `${order(name)} foi enviado ${times(count)}`],
  [
    /^(.+) was shipped, but the gateway received nothing$/,
    (name = '') => `${order(name)} foi enviado, mas o gateway não recebeu nada`,
  ],
  [
    /^(.+) was shipped for (\S+ \S+), but it costs (\S+ \S+)$/,
    (name = '', held = '', due = '') => `${order(name)} foi enviado por ${held}, mas custa ${due}`,
  ],
  [/^1 subscription goes on, and without a disruption (\d+)$/, '1 assinatura continua, e sem perturbação $1'],
  [/^(\d+) subscriptions go on, and without a disruption (\d+)$/, '$1 assinaturas continuam, e sem perturbação $2'],
  [
    /^(.+) paid (\S+ \S+), and without a disruption (\S+ \S+)$/,
    (name = '', sum = '', usual = '') => `${order(name)} pagou ${sum}, e sem perturbação ${usual}`,
  ],
  [
    /^(.+) got back (\S+ \S+), and without a disruption (\S+ \S+)$/,
    (name = '', sum = '', usual = '') => `${order(name)} recebeu de volta ${sum}, e sem perturbação ${usual}`,
  ],
  [
    /^no payment got any money: add a buyer who pays, or set earnsNothing if that is right$/,
    'nenhum pagamento recebeu dinheiro: acrescente um comprador que paga, ou use earnsNothing se isso está certo',
  ],
  [/^orders answered (.+)$/, 'orders respondeu $1'],
  [/^the run did not end within (\d+) ms; it waits for (.+)$/, 'a execução não terminou em $1 ms; ela espera por: $2'],
];

const STEPS: readonly Translation[] = [
  [/^starts the flow$/, 'inicia o fluxo'],
  [/^the process restarts$/, 'o processo reinicia'],
  [/^the flow starts again, with the same database$/, 'o fluxo recomeça, com o mesmo banco de dados'],
  [/^forged event about (.+)$/, 'evento forjado sobre $1'],
  [/^event (\S+) (\S+)$/, 'evento $1 $2'],
  [/^somebody else pays$/, 'outra pessoa paga'],
  [/^40 days pass$/, 'passam 40 dias'],
  [/^before the buyer acts$/, 'antes de o comprador agir'],
  [/^the buyer: (.+)$/, 'o comprador: $1'],
  [/^later$/, 'depois'],
  [/^later: (.+)$/, 'depois: $1'],
  [/^the refund of (\S+) fails$/, 'o estorno de $1 falha'],
  [/^… (\d+) more steps …$/, '… mais $1 passos …'],
  [/^no answer yet$/, 'ainda sem resposta'],
  [/^no answer, and still on its way$/, 'sem resposta, e ainda a caminho'],
  [/^no answer: the process died$/, 'sem resposta: o processo caiu'],
  [/^the process died before the gateway carried it out$/, 'o processo caiu antes de o gateway executar'],
  [/^not carried out: (.+)$/, 'não executada: $1'],
  [/^carried out late: (.+)$/, (rest = '') => `executada com atraso: ${phrase(rest)}`],
  [/^the gateway (.+); then the process died$/, (done = '') => `o gateway ${phrase(done)}; depois o processo caiu`],
  [
    /^the gateway (.+); the response was lost \((.+)\)$/,
    (done = '', how = '') => `o gateway ${phrase(done)}; a resposta se perdeu (${how})`,
  ],
  [/^wrote (\S+), (R\$ \S+) paid$/, 'gravou $1, $2 pago'],
  [/^wrote (\S+)(?:, (\w+))?$/, (id = '', status = '') => `gravou ${[id, status].filter(Boolean).join(', ')}`],
  [/^showed (\S+)(?:, (\w+))?$/, (id = '', status = '') => `mostrou ${[id, status].filter(Boolean).join(', ')}`],
  [/^answered 500, as planned(.*)$/, 'respondeu 500, como programado$1'],
  [/^answered 204 twice(.*)$/, 'respondeu 204 duas vezes$1'],
  [/^answered (\d+): (\d+) of (\d+)$/, 'respondeu $1: $2 de $3'],
  [/^answered (\d+.*)$/, 'respondeu $1'],
  [/^says (.+); answered (\d+)$/, 'diz $1; respondeu $2'],
  [/^threw: (.+)$/, 'lançou: $1'],
];

const SUMMARY: readonly Translation[] = [
  [/^Without a disruption: (.+); received (.+)\.$/, 'Sem perturbação: $1; recebeu $2.'],
  [/^Tried: (.+)\.$/, (list = '') => `Testados: ${counted(list)}.`],
  [/^Left out: (.+)\.$/, 'Omitidos: $1.'],
  [/^No run had a place that was not tried\.$/, 'Nenhuma execução teve um lugar que não foi testado.'],
  [
    /^Not tried: the same fault of an operation twice, two variants or two acts of others in one run, and faults in code that runs at the same time as the flow\.$/,
    'Não testados: a mesma falha de uma operação duas vezes, duas variantes ou duas ações de outros em uma execução, e falhas em código que roda ao mesmo tempo que o fluxo.',
  ],
  [/^Not tried: all other plans\.$/, 'Não testados: todos os outros planos.'],
  [
    /^Not tried: (.+), which may show more after the fix\.$/,
    (plans = '') => `Não testados: ${counted(plans)}, que podem mostrar mais depois da correção.`,
  ],
  [
    /^Not tried: (.+), because bail stops at the first failure\.$/,
    (plans = '') => `Não testados: ${counted(plans)}, porque bail para na primeira falha.`,
  ],
  [
    /^Not tried: (.+) more than maxRuns allows, and all that would follow from them\.$/,
    (plans = '') => `Não testados: ${counted(plans)} além do que maxRuns permite, e tudo o que viria deles.`,
  ],
  [/^(\d+ plans?) went the same way as another\.$/, (plans = '') => `${counted(plans)}: igual a outro.`],
  [/^(.+) did not happen \((.+)\)\.$/, (what = '', list = '') => `Não aconteceram: ${counted(what)} (${list}).`],
  [
    /^In (.+) the sale was lost, but no money\.$/,
    (plans = '') => `Em ${counted(plans)}, perdeu-se a venda, mas não dinheiro.`,
  ],
  [/^In (.+) a refund was not made\.$/, (plans = '') => `Em ${counted(plans)}, um estorno não foi feito.`],
  [
    /^In (.+) only a repair job could notice what happened\.$/,
    (plans = '') => `Em ${counted(plans)}, só uma rotina de conciliação poderia notar o que aconteceu.`,
  ],
  [
    /^(.+) ran once more alone, because a part of the shop was silent or the run took long\.$/,
    (plans = '') => `Repetidos sozinhos: ${counted(plans)}, porque uma parte da loja não reagiu ou a execução demorou.`,
  ],
  [
    /^A crash did not end programs in a container, or without the variables of the command\.$/,
    'Uma queda não encerrou programas em um contêiner, ou sem as variáveis do comando.',
  ],
];

function translated(text: string, translations: readonly Translation[]): string | undefined {
  for (const [english, portuguese] of translations) {
    const match = english.exec(text);
    if (match === null) continue;
    if (typeof portuguese === 'string') return text.replace(english, portuguese);
    return portuguese(...match.slice(1).map((part) => part ?? ''));
  }
  return undefined;
}

/** Returns a problem, a step or a sentence of the summary in Portuguese, or the same text if it has no translation. */
export const phrase = (text: string): string => translated(text, [...PROBLEMS, ...STEPS, ...SUMMARY]) ?? text;
