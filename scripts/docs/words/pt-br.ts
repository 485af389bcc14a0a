import type { Words } from './en.ts';

export const ptBr: Words = {
  levels: { documented: 'documentado', observed: 'observado', assumed: 'presumido' },
  unit: (unit) => `em ${unit}`,
  states: (states) => `O status do recurso precisa ser ${states.join(', ').replace(/, ([^,]*)$/, ' ou $1')}.`,
  sectionOfSource: (section, title) => `Seção ${section} do documento de origem${title ? `: ${title}` : ''}.`,

  freshness: {
    columns: [
      'Operação',
      'Documentada',
      'Usada por integrações públicas',
      'Erros sob demanda',
      'Variantes',
      'Como confirmar',
    ],
    section: (section) => `seção ${section}`,
    no: 'não',
    shared: 'comuns',
    person: (entry) => `uma pessoa (${entry})`,
  },

  register: {
    group: 'Grupo',
    allOperations: 'Todas as operações',
    general: 'Geral',
    restsOnIt: (count) => (count === 1 ? 'Usado em 1 lugar' : `Usado em ${count} lugares`),
    settledBy: 'O que confirma ou refuta',
    source: 'Fontes',
    sources: 'Fontes desta página',
    variants: 'Se estiver errado',
    learnt: (route, who) => `Descobre-se ${route}; ${who}.`,
    person: 'uma pessoa decide',
    verify: '`npx payment-gateway-verify` decide',
    routes: {
      read: 'por uma chamada que só lê',
      data: 'por uma chamada que só lê, se a conta tiver esses dados',
      write: 'por uma chamada que não movimenta nada (`--allow write`)',
      charge: 'por uma cobrança que ninguém paga (`--allow write,charge`)',
      money: 'por um cartão ou um estorno (`--allow write,charge,money`)',
      configure: 'por uma mudança nas configurações do lojista (`--allow write,charge,configure`)',
      everything:
        'por cartões, estornos e mudanças nas configurações do lojista (`--allow write,charge,money,configure`)',
      event: 'pela entrega de um evento (`--receiver`)',
      operator: 'só pelo operador do gateway',
      chance: 'por acaso',
    },
    filter: {
      decides: 'Decide sobre',
      all: 'Todos',
      decided: {
        money: 'dinheiro',
        state: 'estado',
        events: 'eventos',
        shape: 'formato de requisições e respostas',
        other: 'outros pontos',
      },
    },
    wholeContract: 'o contrato inteiro',
    description: 'esta descrição',
    address: 'a URL',
    testCards: 'cartões de teste',
  },

  diagrams: {
    participants: ['Comprador', 'Seu servidor', 'Gateway'],
    patterns: { documented: 'Linha contínua', observed: 'Tracejada', assumed: 'Pontilhada' },
    legend: (pattern, level) => `${pattern}: [${level}](/guides/known/).`,
    finalStates: (states) =>
      states.length > 0
        ? `Definitivos: ${states.map((state) => `\`${state}\``).join(', ')}. A borda deles é dupla.`
        : 'Nenhum estado é definitivo.',
    stateCaption: 'As bordas também mostram a evidência.',
    variantCaption: 'A seta tracejada só existe com uma variante de uma suposição.',
    variant: (variant) => `só com ${variant}`,
    stateTitles: {
      'TransactionStatus-card': 'Status de um pagamento com cartão',
      'TransactionStatus-pix': 'Status de um Pix',
      'TransactionStatus-boleto': 'Status de um boleto',
      PaymentLinkStatus: 'Status do link de pagamento',
      SubscriptionStatus: 'Status da assinatura',
      BankAccountStatus: 'Status da conta bancária',
    },
    inWords: (title) => `${title} em palavras`,
    to: (from, to) => `de ${from} para ${to}`,
    flows: {
      'card-3ds': {
        title: 'Cartão com 3DS',
        labels: [
          'POST /v1/transactions\ncom threeDSecure',
          'request_authentication\ne threeDSecure.url',
          'redireciona para\nthreeDSecure.url',
          'confirma ao\nemissor do cartão',
          'redireciona para urlSuccess\nou urlFail',
          'volta',
          'GET /v1/transactions/{id}',
          'paid, authorized\nou refused',
        ],
      },
      pix: {
        title: 'Pix',
        labels: [
          'POST /v1/transactions\npayment_method: pix',
          'processing\ne pix_qr_code',
          'mostra o código',
          'paga o código\nno app de um banco',
          'evento transaction.\nstatus_changed',
          'GET /v1/transactions/{id}',
          'paid',
        ],
      },
      webhook: {
        title: 'Um evento, confirmado',
        labels: [
          'POST /v1/webhooks\nurl e events',
          'event, model, model_id,\npayload',
          '2xx, depois\nde gravar',
          'GET do objeto',
          'o objeto:\naja com base nele',
        ],
      },
    },
  },

  tables: {
    onlyVariant: (variant: string, statement: string) =>
      `Nenhuma operação do contrato o tem. É a variante ${variant}: ${statement}`,
    errors: ['Status', 'Significado', '[Evidência](/guides/known/)'],
    testCards: ['Número', 'Bandeira', 'No sandbox'],
    securityCode: (begins) => `um código de segurança que começa com \`${begins}\``,
    anyBrand: 'qualquer',
    versions: ['Número', 'Aqui', 'Significado'],
    path: ['Caminho', 'a versão da API; uma nova terá outro caminho'],
    contract: ['Contrato', 'a versão do contrato que estas páginas descrevem'],
    package: (name) => ['Pacote', `a versão de \`${name}\` que gerou estas páginas`],
    others: ['Outras', 'a documentação de outras versões'],
    tool: ['Ferramenta', 'Produz'],
    figure: ['Medida', 'Valor'],
    options: ['Opção, nome no código e variável de ambiente', 'Padrão', 'Efeito'],
    outcomes: {
      head: [
        'Status de um POST',
        'Conclusão do cliente, do `verify` e dos exemplos em PHP',
        'Se o gateway não fez nada',
        'Se o gateway executou',
      ],
      conclusion: {
        done: 'Feito. Se a resposta não traz o objeto criado: desconhecido.',
        refused: 'Recusado.',
        unknown:
          'Desconhecido: o cliente lança `GatewayOutcomeUnknownError`, e o `verify` o mantém como possível cobrança.',
      },
      before: {
        done: 'Errado: uma consulta posterior mostra isso.',
        refused: 'Certo: corrija a requisição.',
        unknown:
          'Procure pela sua referência. Você não encontra nada: espere, procure de novo e deixe uma pessoa decidir antes de cobrar outra vez.',
      },
      after: {
        done: 'Certo.',
        refused: 'Errado: `payOnce` encontra o pagamento, porque procura pela referência também depois de uma recusa.',
        unknown: 'Procure pela sua referência. Você encontra o pagamento.',
      },
    },
    toolCount: (running, all, file) => `${running} de ${all} ferramentas funcionam com \`${file}\`.`,
    acts: ['Ação', 'Status que a permite → status que vem depois', 'Efeito', 'Desfeita por'],
    actOn: { transactions: 'transação', links: 'link de pagamento', subscriptions: 'assinatura', cards: 'cartão' },
    anyStatus: 'qualquer status',
    stays: (statuses, count) => `${statuses} ${count > 1 ? 'não mudam' : 'não muda'}`,
    bugs: ['Uma loja que', 'Plano', 'Problema'],
    bugGroups: {
      charged: 'Cobra duas vezes',
      shipped: 'Envia duas vezes ou sem pagamento',
      believed: 'Confia no que outros enviam',
      unpaid: 'Dá como pago um pedido não pago',
      amount: 'Registra outro valor',
    },
    works: 'funciona',
    fails: (because) => `falha: ${because}`,
  },

  glossary: {
    head: ['Termo', 'Significado'],
    terms: [
      ['antecipação', 'o recebimento de parcelas antes da data, mediante uma taxa'],
      ['autorização', 'a reserva de um valor no cartão pelo emissor, sem cobrança; o pagamento fica `authorized`'],
      ['captura', 'a cobrança de um valor autorizado, inteiro ou em parte; supomos que o restante seja liberado'],
      [
        'chargeback',
        'a retirada do valor pelo emissor quando o portador não reconhece a compra; o pagamento fica `chargedback`',
      ],
      ['devolução', 'o dinheiro de um Pix que volta ao comprador; no cartão, é um estorno'],
      [
        'evidência',
        'em que cada afirmação se apoia: documento, código público ou suposição; veja [Níveis de evidência](/guides/known/)',
      ],
      ['`external_id`', 'o identificador do comprador na sua loja; `0` significa visitante'],
      [
        '`liable`',
        'no split, o recebedor que responde por chargebacks e fica com os centavos que não se dividem (suposição)',
      ],
      ['MDR', 'a taxa cobrada do lojista sobre a venda no cartão, em percentual (merchant discount rate)'],
      ['MED', 'o Mecanismo Especial de Devolução do Banco Central: o banco devolve um Pix em caso de fraude'],
      ['`paid_amount`', 'o que o comprador pagou, menos estornos e devoluções parciais (suposição)'],
      ['`reference_key`', 'a chave que a sua loja dá a um pagamento, para encontrá-lo de novo se a resposta se perder'],
      [
        'rotina de conciliação',
        'rotina da sua loja que consulta no gateway cada pedido cujo resultado ela não sabe e grava o que encontra (repair job)',
      ],
      [
        'split',
        'divisão de um pagamento entre recebedores; não é o "split payment" da reforma tributária, que separa tributos a partir de 2027',
      ],
    ],
  },

  code: {
    copy: 'Copiar',
    copied: 'Copiado',
    output: 'Saída',
    language: 'Linguagem de programação',
    status: 'Código de status',
  },

  install: {
    inClone: 'no clone',
    inProject: 'no seu projeto',
    image: (released) =>
      released
        ? 'Cada versão publica a imagem no registro de contêineres do repositório, para amd64 e arm64. As notas da versão informam o endereço.'
        : 'Gere a imagem com `.docker/Dockerfile` e envie para o seu registro.',
  },

  send: {
    title: 'Enviar ao sandbox',
    how: 'Os ids e as datas do exemplo são adaptados a este sandbox. O que você alterar é enviado como está.',
    start: 'Para enviar esta requisição, inicie o sandbox e abra a documentação nele:',
    send: 'Enviar',
    sending: 'Enviando…',
    token: 'Token de acesso',
    path: 'Caminho',
    body: 'Corpo',
    create: 'Criar a partir dos exemplos e enviar',
    missing: 'Falta no sandbox um objeto de que o exemplo precisa:',
    changed: 'Adaptado a este sandbox:',
    invalid: 'O corpo não é JSON:',
    headers: 'Cabeçalhos',
    status: 'Status:',
    event: 'Evento:',
    console: 'Abrir no console:',
    failed: 'Sem resposta:',
    types: {
      Acquirer: 'Adquirente',
      BankAccount: 'Conta bancária',
      Card: 'Cartão',
      Customer: 'Cliente',
      PaymentLink: 'Link de pagamento',
      Plan: 'Plano',
      Price: 'Preço',
      Receiver: 'Recebedor',
      Subscription: 'Assinatura',
      Transaction: 'Transação',
      Webhook: 'Webhook',
    },
  },

  site: {
    title: 'payment-gateway-contract',
    guides: 'Guias',
    groups: {
      start: 'Comece aqui',
      payments: 'Receber pagamentos',
      robust: 'Integração robusta',
      test: 'Testes',
      reference: 'Referência da API',
      evidence: 'Evidências',
    },
    events: 'Eventos',
    event: 'Evento',
    register: 'Registro',
    parameters: 'Parâmetros',
    body: 'Corpo da requisição',
    payload: 'Conteúdo do evento',
    responses: 'Respostas',
    responseBody: 'Corpo',
    required: 'obrigatório',
    labelOf: { part: 'uma parte', value: 'a origem do valor', required: 'a obrigatoriedade' },
    fields: 'Campos',
    values: 'Valores',
    moreValues: 'Outros valores podem aparecer.',
    example: 'Exemplo',
    evidenceHelp: 'O que a evidência significa',
    basis: 'Evidências desta página',
    onlyEnglish: 'Esta página está em inglês.',
    previewAlt: 'O título desta documentação com uma chamada do cliente HTTP em TypeScript',
    fromFile:
      'Você abriu esta página de um arquivo: os links entre páginas, a busca, as abas e o botão Copiar não funcionam. Sirva a pasta, por exemplo com `npx serve public`.',
    registerIntroduction:
      'Questões em aberto do documento de origem e decisões do contrato. Fatos documentados não precisam de item.',
    entries: (count) => (count === 1 ? '1 item' : `${count} itens`),
  },

  landing: {
    tagline:
      'Descubra o que quebra o seu checkout antes dos seus compradores. Contrato, cliente HTTP tipado e sandbox de um gateway de pagamento brasileiro. Não oficial: sem vínculo com o operador do gateway.',
    start: 'Primeiros passos',
    languages: 'Idioma',
    command: 'Inicie o sandbox, com console e documentação',
    parts: (operations) => [
      [
        '/guides/client/',
        'Contrato, tipos e documentação',
        `${operations} operações em um único arquivo OpenAPI, com tipos, mock e um cliente HTTP que não cobra duas vezes ao repetir.`,
      ],
      [
        '/guides/sandbox/',
        'Sandbox',
        'Um gateway que guarda o estado. Você faz o papel do comprador, avança o relógio e recebe os webhooks.',
      ],
      [
        '/guides/explore/',
        'Explore',
        'Executa a sua loja com respostas perdidas, quedas e cliques duplos, e compara os registros dela com os do gateway.',
      ],
    ],
    fields: 'De onde vem cada campo',
    fieldsText:
      'A maior parte do gateway não está documentada. Cada campo mostra se vem de um documento, de código público ou de uma suposição. O [registro](/guides/known/) lista todas as suposições.',
    fieldsLink: 'A página inteira: criar uma transação',
    choose: 'O que você vai construir?',
    cards: [
      ['pix', 'Pix', 'Mostre o código. Depois do evento, consulte a transação para ver se foi paga.'],
      ['card', 'Cartão e 3DS', 'Parcelas, captura posterior e uma recusa que não é erro.'],
      ['boleto', 'Boleto', 'O comprador paga em alguns dias, em qualquer banco.'],
      ['subscriptions', 'Assinaturas', 'Planos, preços e renovações. Teste um mês em uma chamada.'],
      ['split', 'Split', 'Divida um pagamento entre os recebedores de um marketplace.'],
      ['webhooks', 'Eventos', 'Confirme cada evento antes de agir.'],
    ],
    license: 'Licença MIT',
  },

  search: {
    label: 'Buscar',
    placeholder: 'Busque operações, campos e guias',
    empty: 'Digite uma palavra em português ou em inglês.',
    none: 'Nenhuma página encontrada. Tente uma destas buscas:',
    close: 'Fechar',
    suggestions: ['estorno', 'cartões de teste', 'assinatura de webhook'],
    guide: 'Guia',
  },

  notFound: {
    title: 'Não há página neste endereço',
    text: 'O nome pode ter mudado. Faça uma busca ou abra uma destas páginas:',
  },

  machine: {
    evidenceLevels:
      'Evidência, da mais forte para a mais fraca: documentado (no documento de origem), observado (em código público), presumido (por convenção).',
    chapters: 'Todas as páginas por capítulo',
    contract: 'Contrato',
    files: [
      ['openapi.yaml', 'OpenAPI 3.1 com evidência, em inglês'],
      ['openapi.json', 'o mesmo em JSON'],
      ['openapi.portable.json', 'uma forma simples para geradores de código e outras ferramentas'],
      ['SKILL.md', 'como um agente de código testa pagamentos com o sandbox, em inglês'],
      ['SKILL-integrate.md', 'que guia um agente de código lê para cada tarefa, em inglês'],
    ],
    evidence: 'Evidência',
    evidenceOfStatus: 'Evidência do status',
    evidenceOfBody: 'Evidência do corpo',
    evidenceOfValue: 'valor',
    response: (status) => `Resposta ${status}`,
    errors: 'Erros',
    example: (name) => (name ? `Exemplo ${name}` : 'Exemplo'),
    examplesOf: (method) => `exemplos com ${method}`,
    responseTo: (name) => `Resposta a ${name}`,
    requiredFields: 'Obrigatórios',
    nothingRequired: 'Nenhum campo é obrigatório.',
    or: ' ou ',
    oneForm: 'uma forma',
    oneOf: 'um de',
    orNew: 'ou um valor novo',
    list: (of) => `array de ${of}`,
  },
};
