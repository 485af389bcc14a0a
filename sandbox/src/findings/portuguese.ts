/** The sentences of `explore` in Portuguese. A sentence that is not here stays English: names of plans, and what the shop and the gateway said. */

/** Problems, steps and sentences of the summary. The first that fits counts. A word in braces is a part that differs. */
const SENTENCES: Readonly<Record<string, string>> = {
  '{more}; if these are two sales, name the order of each payment with orderOf':
    '{more}; se são duas vendas, informe o pedido de cada pagamento com orderOf',
  '{more}; if an order takes several payments, report its price as due':
    '{more}; se um pedido recebe vários pagamentos, informe o preço dele como due',
  'a payment of somebody else was believed: {more}': 'a loja acreditou no pagamento de outra pessoa: {more}',
  'a forged event was believed: {more}': 'a loja acreditou em um evento forjado: {more}',
  '{order} was charged {times}: {payments}': '{order} foi cobrado {times}: {payments}',
  'transaction {id} of somebody else was refunded': 'a transação {id}, de outra pessoa, foi estornada',
  '{order} was split in another way than without a disruption': '{order} teve outro split do que sem perturbação',
  'orderOf threw: {message}': 'orderOf lançou: {message}',
  '{payments} belongs to no order of the shop': 'sem pedido na loja: {payments}',
  '{order}: the shop says {amount} is paid, but the gateway received nothing':
    '{order}: para a loja, {amount} está pago, mas o gateway não recebeu nada',
  '{order}: the gateway received {amount} (transaction {id}), but the shop says {other}':
    '{order}: o gateway recebeu {amount} (transação {id}), mas a loja diz {other}',
  '{order} costs {due}, but {amount} was captured': '{order} custa {due}, mas {amount} foi capturado',
  '{order} was shipped {times}': '{order} foi enviado {times}',
  '{order} was shipped, but the gateway received nothing': '{order} foi enviado, mas o gateway não recebeu nada',
  '{order} was shipped for {amount}, but it costs {due}': '{order} foi enviado por {amount}, mas custa {due}',
  '1 subscription goes on, and without a disruption {count}': '1 assinatura continua, e sem perturbação {count}',
  '{all} subscriptions go on, and without a disruption {count}':
    '{all} assinaturas continuam, e sem perturbação {count}',
  '{order} paid {amount}, and without a disruption {other}': '{order} pagou {amount}, e sem perturbação {other}',
  '{amount} was paid for all orders, and without a disruption {other}':
    'foram pagos {amount} por todos os pedidos, e sem perturbação {other}',
  '{order} got back {amount}, and without a disruption {other}':
    '{order} recebeu de volta {amount}, e sem perturbação {other}',
  'no payment got any money: add a buyer who pays, or set earnsNothing if that is right':
    'nenhum pagamento recebeu dinheiro: acrescente um comprador que paga, ou use earnsNothing se isso está certo',
  'the flow sent no request to the gateway with the address and the token of the run':
    'o fluxo não enviou nenhuma requisição ao gateway com o endereço e o token da execução',
  'two runs without a disruption differ, so no plan can be repeated: {message}':
    'duas execuções sem perturbação diferem, então nenhum plano pode ser repetido: {message}',
  'the shop never settles: it was still changing payments after {count} repairs':
    'a loja nunca se estabiliza: ela ainda alterava pagamentos depois de {count} conciliações',
  'the command exited with {count}': 'o comando terminou com {count}',
  'the command was ended by {message}': 'o comando foi encerrado por {message}',
  'orders answered {message}': 'orders respondeu {message}',
  'the run did not end within {count} ms; it waits for {message}':
    'a execução não terminou em {count} ms; ela espera por: {message}',

  'starts the flow': 'inicia o fluxo',
  'the process restarts': 'o processo reinicia',
  'the flow starts again, with the same database': 'o fluxo recomeça, com o mesmo banco de dados',
  'forged event about {id}': 'evento forjado sobre {id}',
  'event {name} {id}': 'evento {name} {id}',
  'somebody else pays': 'outra pessoa paga',
  '40 days pass': 'passam 40 dias',
  'before the buyer acts': 'antes de o comprador agir',
  'the buyer: {act}': 'o comprador: {act}',
  later: 'depois',
  'later: {act}': 'depois: {act}',
  'the refund of {id} fails': 'o estorno de {id} falha',
  '… {count} more steps …': '… mais {count} passos …',
  'no answer yet': 'ainda sem resposta',
  'no answer, and still on its way': 'sem resposta, e ainda a caminho',
  'no answer: the process died': 'sem resposta: o processo caiu',
  'the process died before the gateway carried it out': 'o processo caiu antes de o gateway executar',
  'not carried out: {how}': 'não executada: {how}',
  'carried out late: {more}': 'executada com atraso: {more}',
  'the gateway {more}; then the process died': 'o gateway {more}; depois o processo caiu',
  'the gateway {more}; the response was lost ({how})': 'o gateway {more}; a resposta se perdeu ({how})',
  'wrote {id}, {amount} paid': 'gravou {id}, {amount} pago',
  'wrote {message}': 'gravou {message}',
  'showed {message}': 'mostrou {message}',
  'answered 500, as planned{message}': 'respondeu 500, como programado{message}',
  'answered 204 twice{message}': 'respondeu 204 duas vezes{message}',
  'answered {id}: {count} of {all}': 'respondeu {id}: {count} de {all}',
  'answered {message}': 'respondeu {message}',
  'says {message}; answered {id}': 'diz {message}; respondeu {id}',
  'threw: {message}': 'lançou: {message}',

  'Without a disruption: {message}; received {amount}.': 'Sem perturbação: {message}; recebeu {amount}.',
  'Tried: {plans}.': 'Testados: {plans}.',
  'Left out: {message}.': 'Omitidos: {message}.',
  'No run had a place that was not tried.': 'Nenhuma execução teve um lugar que não foi testado.',
  'Not tried: the same fault of an operation twice, two variants or two acts of others in one run, and faults in code that runs at the same time as the flow.':
    'Não testados: a mesma falha de uma operação duas vezes, duas variantes ou duas ações de outros em uma execução, e falhas em código que roda ao mesmo tempo que o fluxo.',
  'Not tried: all other plans.': 'Não testados: todos os outros planos.',
  'Not tried: {plans}, which may show more after the fix.':
    'Não testados: {plans}, que podem mostrar mais depois da correção.',
  'Not tried: {plans}, because bail stops at the first failure.':
    'Não testados: {plans}, porque bail para na primeira falha.',
  'Not tried: {plans} more than maxRuns allows, and all that would follow from them.':
    'Não testados: {plans} além do que maxRuns permite, e tudo o que viria deles.',
  '{plans} went the same way as another.': '{plans}: igual a outro.',
  '{plans} did not happen ({message}).': 'Não aconteceram: {plans} ({message}).',
  'In {plans} the sale was lost, but no money.': 'Em {plans}, perdeu-se a venda, mas não dinheiro.',
  'In {plans} a refund was not made.': 'Em {plans}, um estorno não foi feito.',
  'In {plans} only a repair job could notice what happened.':
    'Em {plans}, só uma rotina de conciliação poderia notar o que aconteceu.',
  '{plans} ran once more alone, because a part of the shop was silent or the run took long.':
    'Repetidos sozinhos: {plans}, porque uma parte da loja não reagiu ou a execução demorou.',
  'A crash did not end what the shop holds in memory, such as a lock: it has no restart.':
    'Uma queda não apagou o que a loja guarda na memória, como um lock: ela não tem restart.',
  'The shop shares state between runs, such as a client or a folder at the top of a module, so they went on one by one.':
    'A loja compartilha estado entre execuções, como um cliente ou uma pasta no topo de um módulo, então elas rodaram uma por vez.',
  'The first difference: {message}': 'A primeira diferença: {message}',
  'A crash did not end programs in a container or in another session.':
    'Uma queda não encerrou programas em um contêiner ou em outra sessão.',
  'A crash did not end programs in a container, or without the variables of the command.':
    'Uma queda não encerrou programas em um contêiner, ou sem as variáveis do comando.',
};

/** The nouns of the summary: one, and several, in English and in Portuguese. */
const NOUNS: readonly (readonly [one: string, several: string, um: string, varios: string])[] = [
  ['fault', 'faults', 'falha', 'falhas'],
  ['crash', 'crashes', 'queda', 'quedas'],
  ['delivery', 'deliveries', 'entrega', 'entregas'],
  ['second click', 'second clicks', 'segundo clique', 'segundos cliques'],
  ['forged event', 'forged events', 'evento forjado', 'eventos forjados'],
  ['act of another buyer', 'acts of another buyer', 'ação de outro comprador', 'ações de outro comprador'],
  ['act of others', 'acts of others', 'ação de outros', 'ações de outros'],
  ['variant', 'variants', 'variante', 'variantes'],
  ['plan', 'plans', 'plano', 'planos'],
  ['plan of several', 'plans of several', 'plano com várias', 'planos com várias'],
  ['larger plan', 'larger plans', 'plano maior', 'planos maiores'],
  ['disruption', 'disruptions', 'perturbação', 'perturbações'],
];

function counted(text: string): string {
  return text.replace(/(\d+) ([a-z][a-z ]*)/g, (all, count: string, noun: string) => {
    const [, , one, several] = NOUNS.find((forms) => forms.includes(noun)) ?? [];
    return one === undefined ? all : `${count} ${count === '1' ? one : several}`;
  });
}

/** What a part may be, where `.+` would take too much, and its Portuguese. */
const PARTS: Readonly<Record<string, { readonly pattern?: string; readonly said?: (text: string) => string }>> = {
  amount: { pattern: 'R\\$ \\S+?' },
  due: { pattern: 'R\\$ \\S+?' },
  other: { pattern: 'R\\$ \\S+?' },
  id: { pattern: '\\S+?' },
  name: { pattern: '\\S+' },
  count: { pattern: '\\d+' },
  all: { pattern: '\\d+' },
  plans: { pattern: '\\d.*', said: counted },
  more: { said: phrase },
  order: { said: (name) => (name === 'the order' ? 'o pedido' : name) },
  times: {
    pattern: 'twice|\\d+ times',
    said: (count) => (count === 'twice' ? 'duas vezes' : count.replace('times', 'vezes')),
  },
  payments: {
    pattern: 'transaction .+',
    said: (list) =>
      list
        .replace(/transaction (\S+) \(([^()]+) paid\)/g, 'transação $1 ($2 pago)')
        .replace(/transaction (\S+) \(([^()]+) authorized\)/g, 'transação $1 ($2 autorizado)')
        .replaceAll(') and transação', ') e transação'),
  },
};

const PART = /\{(\w+)\}/g;

const RULES = Object.entries(SENTENCES).map(([english, portuguese]) => {
  const names = [...english.matchAll(PART)].map(([, name = '']) => name);
  const text = english.replace(/[.()|$]/g, '\\$&');
  const pattern = new RegExp(`^${text.replace(PART, (_, name: string) => `(${PARTS[name]?.pattern ?? '.*?'})`)}$`);
  return { names, pattern, portuguese };
});

/** Returns a problem, a step or a sentence of the summary in Portuguese, or the same text if it has no translation. */
export function phrase(text: string): string {
  for (const { names, pattern, portuguese } of RULES) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const partOf = (name: string) => match[names.indexOf(name) + 1] ?? '';
    return portuguese.replace(PART, (_, name: string) => PARTS[name]?.said?.(partOf(name)) ?? partOf(name));
  }
  return text;
}
