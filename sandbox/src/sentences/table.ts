/** The sentences of `explore`: each in English and in Portuguese. A word in braces is a part. A pair has the forms for one and for several. */

type Template = string | readonly [one: string, several: string];

export const TABLE = {
  // Problems.
  'charged-again': ['{order} was charged {times}: {payments}', '{order} foi cobrado {times}: {payments}'],
  'payment-without-order': ['{payments} belongs to no order of the shop', 'sem pedido na loja: {payments}'],
  'order-without-payment': [
    '{order}: the shop says {shop} is paid, but the gateway received nothing',
    '{order}: para a loja, {shop} está pago, mas o gateway não recebeu nada',
  ],
  'other-amount': [
    '{order}: the gateway received {gateway} ({transactions}), but the shop says {shop}',
    '{order}: o gateway recebeu {gateway} ({transactions}), mas a loja diz {shop}',
  ],
  negative: [
    '{order}: the gateway received {gateway}, but the shop says {shop}',
    '{order}: o gateway recebeu {gateway}, mas a loja diz {shop}',
  ],
  'other-order': [
    '{payments} belongs to no order of the shop; if it belongs to {order}, name its order with orderOf, or --order',
    'sem pedido na loja: {payments}; se pertence a {order}, informe o pedido com orderOf, ou --order',
  ],
  'one-reference': ['two orders of the shop are called {order}', 'dois pedidos da loja se chamam {order}'],
  'booked-twice': [
    'an event that came twice was booked twice: {problem}',
    'um evento que veio duas vezes foi contado duas vezes: {problem}',
  ],
  'other-price': [
    '{order} costs {due}, but {captured} was captured',
    '{order} custa {due}, mas {captured} foi capturado',
  ],
  'shipped-again': ['{order} was shipped {times}', '{order} foi enviado {times}'],
  'shipped-unpaid': [
    '{order} was shipped, but the gateway received nothing',
    '{order} foi enviado, mas o gateway não recebeu nada',
  ],
  'shipped-underpaid': [
    '{order} was shipped for {paid}, but it costs {due}',
    '{order} foi enviado por {paid}, mas custa {due}',
  ],
  subscriptions: [
    [
      '1 subscription goes on, and without a disruption {usual}',
      '{count} subscriptions go on, and without a disruption {usual}',
    ],
    ['1 assinatura continua, e sem perturbação {usual}', '{count} assinaturas continuam, e sem perturbação {usual}'],
  ],
  'new-order': [
    '{paid} was paid for all orders, and without a disruption {usual}',
    'foram pagos {paid} por todos os pedidos, e sem perturbação {usual}',
  ],
  'other-split': [
    '{order} was split in another way than without a disruption',
    '{order} teve outro split do que sem perturbação',
  ],
  'other-capture': [
    '{order} paid {paid}, and without a disruption {usual}',
    '{order} pagou {paid}, e sem perturbação {usual}',
  ],
  'other-refund': [
    '{order} got back {refunded}, and without a disruption {usual}',
    '{order} recebeu de volta {refunded}, e sem perturbação {usual}',
  ],
  'another-refunded': [
    'transaction {id} of somebody else was refunded',
    'a transação {id}, de outra pessoa, foi estornada',
  ],
  'another-believed': [
    'a payment of somebody else was believed: {problem}',
    'a loja acreditou no pagamento de outra pessoa: {problem}',
  ],
  'forged-believed': ['a forged event was believed: {problem}', 'a loja acreditou em um evento forjado: {problem}'],
  'never-settles': [
    'the shop never settles: it was still changing payments after {count} repairs',
    'a loja nunca se estabiliza: ela ainda alterava pagamentos depois de {count} conciliações',
  ],
  'bad-orders': ['orders answered {answer}', 'orders respondeu {answer}'],
  'order-of-threw': ['orderOf threw: {message}', 'orderOf lançou: {message}'],
  exception: ['{message}', '{message}'],
  'command-failed': ['the command {how}', 'o comando {how}'],
  'server-ended': ['--server: the server {how}', '--server: o servidor {how}'],
  'server-late': [
    '--ready: {address} gave no 2xx within {milliseconds} ms',
    '--ready: {address} não respondeu 2xx em {milliseconds} ms',
  ],
  exited: ['exited with {code}', 'terminou com {code}'],
  'ended-by': ['was ended by {signal}', 'foi encerrado por {signal}'],
  hangs: [
    'the run did not end within {milliseconds} ms; it waits for {awaited}',
    'a execução não terminou em {milliseconds} ms; ela espera por: {awaited}',
  ],
  'part-after': ['{part}, after {step}', '{part}, depois de {step}'],
  'earns-nothing': [
    'no payment got any money: add a buyer who pays, or set earnsNothing if that is right',
    'nenhum pagamento recebeu dinheiro: acrescente um comprador que paga, ou use earnsNothing se isso está certo',
  ],
  'no-request': [
    'the flow sent no request to the gateway with the address and the token of the run',
    'o fluxo não enviou nenhuma requisição ao gateway com o endereço e o token da execução',
  ],
  'not-repeatable': [
    'two runs without a disruption differ, so no plan can be repeated: {difference}',
    'duas execuções sem perturbação diferem, então nenhum plano pode ser repetido: {difference}',
  ],
  'advise-order-of': [
    '{problem}; if these are two sales, name the order of each payment with orderOf',
    '{problem}; se são duas vendas, informe o pedido de cada pagamento com orderOf',
  ],
  'advise-end': [
    '{problem}; does your command end? explore waits for its end, so a server must go on in the background',
    '{problem}; o seu comando termina? explore espera o fim dele, então um servidor precisa continuar em segundo plano',
  ],
  'advise-webhook': [
    '{problem}; no event changed an order or made the shop send a request: does --webhook lead to your handler?',
    '{problem}; nenhum evento mudou um pedido nem fez a loja enviar uma requisição: --webhook leva ao seu handler?',
  ],
  'advise-due': [
    '{problem}; if an order takes several payments, report its price as due',
    '{problem}; se um pedido recebe vários pagamentos, informe o preço dele como due',
  ],

  // Their parts.
  'the-order': ['the order', 'o pedido'],
  paid: ['transaction {id} ({amount} paid)', 'transação {id} ({amount} pago)'],
  authorized: ['transaction {id} ({amount} authorized)', 'transação {id} ({amount} autorizado)'],
  transaction: ['transaction {id}', 'transação {id}'],
  twice: ['twice', 'duas vezes'],
  times: ['{count} times', '{count} vezes'],
  flow: ['the flow', 'o fluxo'],
  buyer: ['the buyer', 'o comprador'],
  'repair job': ['the repair job', 'a rotina de conciliação'],
  'second click': ['the second click', 'o segundo clique'],
  either: ['{one} or {other}', '{one} ou {other}'],

  // Steps.
  'flow-starts': ['starts the flow', 'inicia o fluxo'],
  'clicks-again': ['clicks again', 'clica de novo'],
  restarts: ['the process restarts', 'o processo reinicia'],
  'flow-restarts': ['the flow starts again, with the same database', 'o fluxo recomeça, com o mesmo banco de dados'],
  event: ['event {name} {id}', 'evento {name} {id}'],
  forged: ['forged event about {id}', 'evento forjado sobre {id}'],
  'says-answered': ['says {status}; answered {code}', 'diz {status}; respondeu {code}'],
  'another-pays': ['somebody else pays', 'outra pessoa paga'],
  'wrote-paid': ['wrote {id}, {amount} paid', 'gravou {id}, {amount} pago'],
  'days-pass': ['40 days pass', 'passam 40 dias'],
  'before-buyer': ['before the buyer acts', 'antes de o comprador agir'],
  'buyer-acts': ['the buyer: {act}', 'o comprador: {act}'],
  later: ['later', 'depois'],
  'acts-later': ['later: {act}', 'depois: {act}'],
  'refund-fails': ['the refund of {id} fails', 'o estorno de {id} falha'],
  'more-steps': ['… {count} more steps …', '… mais {count} passos …'],
  place: ['the shop: {name}', 'a loja: {name}'],
  reached: ['reached', 'alcançado'],
  died: ['the process died', 'o processo caiu'],
  'failed-as-planned': ['failed, as planned', 'falhou, como programado'],
  looks: ['runs {count} more times', 'roda mais {count} vezes'],
  'step-times': ['{outcome} ({count} times)', '{outcome} ({count} vezes)'],
  'no-answer': ['no answer yet', 'ainda sem resposta'],
  'on-its-way': ['no answer, and still on its way', 'sem resposta, e ainda a caminho'],
  'died-handling': ['no answer: the process died', 'sem resposta: o processo caiu'],
  'died-before': ['the process died before the gateway carried it out', 'o processo caiu antes de o gateway executar'],
  'not-carried-out': ['not carried out: {fault}', 'não executada: {fault}'],
  'carried-out-late': ['carried out late: {outcome}', 'executada com atraso: {outcome}'],
  'then-died': ['the gateway {outcome}; then the process died', 'o gateway {outcome}; depois o processo caiu'],
  'then-lost': [
    'the gateway {outcome}; the response was lost ({fault})',
    'o gateway {outcome}; a resposta se perdeu ({fault})',
  ],
  'answered-as-planned': ['answered 500, as planned{about}', 'respondeu 500, como programado{about}'],
  confirmed: ['answered 204{about}', 'respondeu 204{about}'],
  'confirmed-twice': ['answered 204 twice{about}', 'respondeu 204 duas vezes{about}'],
  answered: ['answered {status}', 'respondeu {status}'],
  'answered-because': ['answered {status}: {message}', 'respondeu {status}: {message}'],
  listed: ['answered {status}: {count} of {total}', 'respondeu {status}: {count} de {total}'],
  wrote: ['wrote {object}', 'gravou {object}'],
  showed: ['showed {object}', 'mostrou {object}'],
  planned: ['planned: {fault}', 'programado: {fault}'],
  'also-planned': ['{outcome}; planned: {fault}', '{outcome}; programado: {fault}'],
  threw: ['threw: {message}', 'lançou: {message}'],

  // The report and its view.
  'plans-broke': [
    ['{broken} of 1 plan broke the shop', '{broken} of {count} plans broke the shop'],
    ['{broken} de 1 plano quebrou a loja', '{broken} de {count} planos quebraram a loja'],
  ],
  'none-broke': [
    ['none of 1 plan broke the shop', 'none of {count} plans broke the shop'],
    ['o plano não quebrou a loja', 'nenhum de {count} planos quebrou a loja'],
  ],
  'fails-first': [
    'the shop does not hold without a disruption; make this run pass first',
    'a loja não funciona nem sem perturbação; corrija primeiro esta execução',
  ],
  'no-end': [
    'explore was stopped before the run without a disruption had ended',
    'explore foi interrompido antes do fim da execução sem perturbação',
  ],
  disruption: ['disruption', 'perturbação'],
  also: ['also', 'também'],
  repeat: ['repeat it', 'repita'],
  more: ['{count} more', 'mais {count}'],
  'other-problems': [
    ['1 other problem', '{count} other problems'],
    ['1 outro problema', '{count} outros problemas'],
  ],
  printed: ['It printed:', 'Saída:'],
  others: ['Buyer and others', 'Comprador e outros'],
  shop: ['Shop', 'Loja'],
  gateway: ['Gateway', 'Gateway'],
  'lost-request': ['lost on its way', 'perdida no caminho'],
  'lost-response': ['response lost', 'resposta perdida'],
  charge: ['charge {number} of {count}', 'cobrança {number} de {count}'],
  'gateway-book': ['The gateway received', 'O gateway recebeu'],
  'shop-book': ['The shop believes', 'A loja acredita'],
  'no-order': ['no order', 'sem pedido'],
  sum: ['{amount}', '{amount}'],
  'is-authorized': ['authorized', 'autorizado'],
  'is-refunded': ['{amount} refunded', '{amount} estornado'],
  nothing: ['nothing', 'nada'],
  'no-books': [
    'The run ended before the books were compared.',
    'A execução terminou antes da comparação dos registros.',
  ],
  'no-orders': ['The shop does not say what it believes.', 'A loja não informa no que acredita.'],
  'what-was-tried': ['What was tried', 'O que foi testado'],
  'tried-again': ['Tried again', 'Testados de novo'],
  'several-disruptions': ['Several disruptions, by the place of the last', 'Várias perturbações, pelo lugar da última'],
  broke: ['broke', 'quebrou'],
  'lost sale': ['sale lost', 'venda perdida'],
  held: ['held', 'resistiu'],
  covered: ['same as another', 'igual a outro'],
  'did not happen': ['did not happen', 'não ocorreu'],

  // The summary.
  'without-disruption': ['Without a disruption: {did}.', 'Sem perturbação: {did}.'],
  did: ['{operations}; received {amount}', '{operations}; recebeu {amount}'],
  tried: ['Tried: {plans}.', 'Testados: {plans}.'],
  'left-out': ['Left out: {kinds}.', 'Omitidos: {kinds}.'],
  'no new place': [
    'No run had a new place that was not tried: each was tried alone, or after the disruption that led to it.',
    'Nenhuma execução teve um lugar novo que não foi testado: cada um foi testado sozinho, ou depois da perturbação que levou a ele.',
  ],
  untried: ['Not tried, apart from --only: {pairs}.', 'Não testados, exceto com --only: {pairs}.'],
  'known-places': [
    ['1 pair of disruptions at known places', '{count} pairs of disruptions at known places'],
    ['1 par de perturbações em lugares conhecidos', '{count} pares de perturbações em lugares conhecidos'],
  ],
  'same-class': [
    ['1 pair whose second one is like a tried one', '{count} pairs whose second one is like a tried one'],
    ['1 par cuja segunda é como uma testada', '{count} pares cuja segunda é como uma testada'],
  ],
  'after-another': [
    [
      '1 after a forged event or a payment of somebody else',
      '{count} after a forged event or a payment of somebody else',
    ],
    [
      '1 depois de um evento forjado ou pagamento de outra pessoa',
      '{count} depois de um evento forjado ou pagamento de outra pessoa',
    ],
  ],
  'after-unhappened': [
    ['1 after one that did not happen', '{count} after one that did not happen'],
    ['1 depois de uma que não ocorreu', '{count} depois de uma que não ocorreu'],
  ],
  'after-broken': [
    ['1 after one that broke the shop', '{count} after one that broke the shop'],
    ['1 depois de uma que quebrou a loja', '{count} depois de uma que quebrou a loja'],
  ],
  'hangs-alike': [
    ['1 plan that hangs like another', '{count} plans that hang like another'],
    ['1 plano que trava como outro', '{count} planos que travam como outro'],
  ],
  'never-tried': [
    'Not tried: the same fault of an operation twice, two variants or two acts of others in one run, and faults in code that runs at the same time as the flow.',
    'Não testados: a mesma falha de uma operação duas vezes, duas variantes ou duas ações de outros em uma execução, e falhas em código que roda ao mesmo tempo que o fluxo.',
  ],
  named: ['Not tried: all other plans.', 'Não testados: todos os outros planos.'],
  failures: [
    'Not tried: {plans}, which may show more after the fix.',
    'Não testados: {plans}, que podem mostrar mais depois da correção.',
  ],
  bail: [
    'Not tried: {plans}, because bail stops at the first failure.',
    'Não testados: {plans}, porque bail para na primeira falha.',
  ],
  cut: [
    'Stopped after {done} of {known} known plans ({by}), which is no all-clear: {plans} left.',
    'Interrompido depois de {done} de {known} planos conhecidos ({by}), o que não garante nada: {plans} não testados.',
  ],
  progress: ['{done} of {known} known plans, {problems}', '{done} de {known} planos conhecidos, {problems}'],
  'first-run': ['runs the shop without a disruption', 'executa a loja sem perturbação'],
  problems: [
    ['1 problem', '{count} problems'],
    ['1 problema', '{count} problemas'],
  ],
  unhappened: ['{disruptions} did not happen ({names}).', 'Não aconteceram: {disruptions} ({names}).'],
  'no-effect': [
    'No event changed an order or made the shop send a request without a disruption: does --webhook lead to your handler?',
    'Sem perturbação, nenhum evento mudou um pedido nem fez a loja enviar uma requisição: --webhook leva ao seu handler?',
  ],
  'are-covered': ['{plans} went the same way as another.', '{plans}: igual a outro.'],
  'lost-sales': ['In {plans} the sale was lost, but no money.', 'Em {plans}, perdeu-se a venda, mas não dinheiro.'],
  'refunds-not-made': ['In {plans} a refund was not made.', 'Em {plans}, um estorno não foi feito.'],
  'only-repair-job': [
    'In {plans} only a repair job could notice what happened.',
    'Em {plans}, só uma rotina de conciliação poderia notar o que aconteceu.',
  ],
  repeated: [
    '{plans} ran once more alone, because a part of the shop was silent or the run took long.',
    'Repetidos sozinhos: {plans}, porque uma parte da loja não reagiu ou a execução demorou.',
  ],
  'memory-survived': [
    'A crash did not end what the shop holds in memory, such as a lock: it has no restart.',
    'Uma queda não apagou o que a loja guarda na memória, como um lock: ela não tem restart.',
  ],
  'container-survived': [
    'A crash did not end programs in a container, or without the variables of the command.',
    'Uma queda não encerrou programas em um contêiner, ou sem as variáveis do comando.',
  ],
  'session-survived': [
    'A crash did not end programs in a container or in another session.',
    'Uma queda não encerrou programas em um contêiner ou em outra sessão.',
  ],
  alone: [
    'The shop shares state between runs, such as a client or a folder at the top of a module, so they went on one by one. The first difference: {difference}',
    'A loja compartilha estado entre execuções, como um cliente ou uma pasta no topo de um módulo, então elas rodaram uma por vez. A primeira diferença: {difference}',
  ],
  request: [
    ['1 fault', '{count} faults'],
    ['1 falha', '{count} falhas'],
  ],
  crash: [
    ['1 crash', '{count} crashes'],
    ['1 queda', '{count} quedas'],
  ],
  deliveries: [
    ['1 delivery', '{count} deliveries'],
    ['1 entrega', '{count} entregas'],
  ],
  'second-clicks': [
    ['1 second click', '{count} second clicks'],
    ['1 segundo clique', '{count} segundos cliques'],
  ],
  'forged-events': [
    ['1 forged event', '{count} forged events'],
    ['1 evento forjado', '{count} eventos forjados'],
  ],
  'buyer-plans': [
    ['1 act of another buyer', '{count} acts of another buyer'],
    ['1 ação de outro comprador', '{count} ações de outro comprador'],
  ],
  'later-plans': [
    ['1 act of others', '{count} acts of others'],
    ['1 ação de outros', '{count} ações de outros'],
  ],
  variants: [
    ['1 variant', '{count} variants'],
    ['1 variante', '{count} variantes'],
  ],
  plans: [
    ['1 plan', '{count} plans'],
    ['1 plano', '{count} planos'],
  ],
  several: [
    ['1 plan of several', '{count} plans of several'],
    ['1 plano com várias', '{count} planos com várias'],
  ],
  'larger-plans': [
    ['1 larger plan', '{count} larger plans'],
    ['1 plano maior', '{count} planos maiores'],
  ],
  disruptions: [
    ['1 disruption', '{count} disruptions'],
    ['1 perturbação', '{count} perturbações'],
  ],
} as const satisfies Readonly<Record<string, readonly [english: Template, portuguese: Template]>>;
