/** The texts of the buyer's pages, in both languages. */
import { splitAmount } from 'payment-gateway-core/codes';
import type { transitions } from 'payment-gateway-core/values';
import { language, money, sayIn } from '../shared/locale.js';

/** Returns the texts in one language. */
export const textsIn = (chosen: typeof language) => textsBy(sayIn(chosen));
export type Texts = ReturnType<typeof textsIn>;

const textsBy = (say: ReturnType<typeof sayIn>) => ({
  sandbox: say('Ambiente de testes: nada é cobrado de verdade', 'Test environment: no real money moves'),
  failed: say('Algo deu errado', 'Something went wrong'),
  offline: say('Sem conexão com o sandbox. Tentando de novo…', 'No connection to the sandbox. Trying again…'),
  backToShop: say('Voltar para a loja', 'Back to the shop'),
  goingToShop: say('Levando você de volta para a loja…', 'Taking you back to the shop…'),
  forbiddenAddress: say(
    'A loja indicou um endereço que não pode ser aberto:',
    'The shop sent an address that cannot be opened:',
  ),
  unknownTitle: say('Página não encontrada', 'Page not found'),
  unknown: say(
    'Este endereço não existe, ou o sandbox foi reiniciado. Peça um novo link para a loja.',
    'This address does not exist, or the sandbox was reset. Ask the shop for a new link.',
  ),

  checkoutTitle: say('Pagamento', 'Payment'),
  payTo: say('Pagar para', 'Pay to'),
  howToPay: say('Como você quer pagar?', 'How do you want to pay?'),
  methods: {
    pix: say('Pix', 'Pix'),
    card: say('Cartão', 'Card'),
    boleto: 'Boleto',
    credit_card: say('Crédito', 'Credit'),
    debit_card: say('Débito', 'Debit'),
  },
  pixHint: say(
    'Pague na hora com o QR code ou o código copia e cola no aplicativo do seu banco.',
    "Pay at once with the QR code or the Pix code in your bank's app.",
  ),
  boletoHint: say('Pague no banco ou na internet até o vencimento.', 'Pay at a bank or online by the due date.'),
  testCards: say('Cartões de teste', 'Test cards'),
  testCardsHint: say(
    'No sandbox, o cartão decide o resultado. Preencha com um de teste:',
    'In the sandbox, the card decides the outcome. Fill in a test card:',
  ),
  card: {
    number: say('Número do cartão', 'Card number'),
    holder: say('Nome impresso no cartão', 'Name on the card'),
    holderExample: 'MARIA SOUZA',
    expiry: say('Validade', 'Expiry'),
    expiryExample: say('MM/AA', 'MM/YY'),
    code: say('Código (CVV)', 'Code (CVV)'),
  },
  payerName: say('Nome do pagador', "Payer's name"),
  payerEmail: say('E-mail do pagador', "Payer's e-mail"),
  payerDocument: say('CPF ou CNPJ do pagador', "Payer's CPF or CNPJ"),
  fillIn: say('Preencha este campo.', 'Fill in this field.'),
  /** The error of a field, by its name. */
  wrong: {
    number: say('O número tem de 12 a 19 dígitos.', 'The number has 12 to 19 digits.'),
    expiry: say('Informe o mês (01 a 12) e o ano, como 12/39.', 'Enter month (01 to 12) and year, such as 12/39.'),
    code: say('O código tem 3 ou 4 dígitos.', 'The code has 3 or 4 digits.'),
    email: say('Informe um e-mail, como ana@example.com.', 'Enter an e-mail address, such as ana@example.com.'),
    document: say('Os dígitos verificadores não conferem.', 'The check digits do not match.'),
  },
  payOtherwise: say('Use outro cartão ou outra forma de pagamento.', 'Use another card or another way to pay.'),
  payByPix: say('Pagar com Pix', 'Pay by Pix'),
  payByCard: (amount: string) => say(`Pagar ${amount}`, `Pay ${amount}`),
  payByBoleto: say('Gerar boleto', 'Get the boleto'),
  installments: say('Parcelas', 'Installments'),
  /** `first` and `other` differ if the amount is not a multiple of the installments. */
  installment: say(
    (count: number, first: string, other: string) => {
      if (count === 1) return `À vista, ${first}`;
      return `${count}x de ${other}${first === other ? '' : ` (a primeira de ${first})`}`;
    },
    (count, first, other) => {
      if (count === 1) return `In full, ${first}`;
      return `${count} × ${other}${first === other ? '' : ` (the first ${first})`}`;
    },
  ),
  outcomes: {
    approved: say('aprovado', 'approved'),
    refused: say('recusado', 'refused'),
    request_authentication: say('pede autenticação', 'asks for authentication'),
    processing: say('fica em processamento', 'stays in processing'),
  },

  /** Sentences for parts of the texts of the API. */
  explained: {
    'looks like a real card': say(
      'Pode ser um cartão real. Use um cartão de teste.',
      'It may be a real card. Use a test card.',
    ),
    'is a test card of': say('Este cartão de teste é de outro gateway.', 'This is a test card of another gateway.'),
    'check its digits': say('Número inválido. Confira os dígitos.', 'Invalid card number. Check its digits.'),
    'contains a card number': say('Há um número de cartão no campo errado.', 'A card number is in the wrong field.'),
    'Não autorizado pelo emissor': say('O banco emissor não autorizou.', 'The issuing bank declined.'),
    'Cartão vencido': say('O cartão está fora da validade.', 'The card has expired.'),
    'Recusado na análise': say(
      'A análise da loja recusou o pagamento.',
      'The review of the shop declined the payment.',
    ),
    'Autenticação recusada': say('A compra não foi confirmada no banco.', 'The bank page declined the purchase.'),
    'Tempo de autenticação esgotado': say('O prazo no banco terminou.', 'The time to confirm with the bank ran out.'),
  },

  waitingPix: say('Aguardando o Pix', 'Waiting for the Pix'),
  waitingPixHint: say(
    'Abra o aplicativo do seu banco, escolha Pix e cole ou escaneie o código. Esta página se atualiza sozinha quando o pagamento chegar.',
    "Open your bank's app, choose Pix, and paste or scan the code. This page updates when the payment arrives.",
  ),
  pixCode: say('Pix copia e cola', 'Pix code'),
  copyPix: say('Copiar código', 'Copy code'),
  waitingBoleto: say('Aguardando o boleto', 'Waiting for the boleto'),
  waitingBoletoHint: say(
    'Pague pela linha digitável ou pelo código de barras. Esta página se atualiza sozinha quando o pagamento chegar.',
    'Pay with the digitable line or the barcode. This page updates when the payment arrives.',
  ),
  boletoLine: say('Linha digitável', 'Digitable line (linha digitável)'),
  copyBoleto: say('Copiar linha', 'Copy line'),
  payUntil: say('Pague até', 'Pay until'),
  simulation: say(
    'No sandbox, nenhum banco paga. Simule o pagamento aqui, no console ou no terminal:',
    'No bank pays in the sandbox. Simulate the payment here, in the console or in a terminal:',
  ),
  simulatePay: say('Simular pagamento', 'Simulate payment'),
  simulateExpire: say('Deixar expirar', 'Let it expire'),

  paid: say('Pagamento aprovado', 'Payment approved'),
  authorized: say('Pagamento autorizado', 'Payment authorized'),
  refused: say('Pagamento recusado', 'Payment refused'),
  canceled: say('O prazo do pagamento terminou', 'This payment has expired'),
  processing: say('Pagamento em análise', 'Payment in review'),
  processingHint: say(
    'Esta página se atualiza sozinha quando houver uma resposta.',
    'This page updates when the bank responds.',
  ),
  requestAuthentication: say('Seu banco pede uma confirmação', 'Your bank asks you to confirm'),
  authenticate: say('Confirmar no banco', 'Confirm with the bank'),
  // The Central Bank calls the refund of a Pix "devolução".
  pendingRefund: (isPix: boolean) =>
    say(isPix ? 'Devolução em andamento' : 'Estorno em andamento', 'Refund in progress'),
  refunded: (isPix: boolean) => say(isPix ? 'Pagamento devolvido' : 'Pagamento estornado', 'Payment refunded'),
  voided: say('Autorização cancelada', 'Authorization canceled'),
  voidedHint: say(
    'A loja liberou o valor reservado no cartão. Nada foi cobrado.',
    'The shop released the amount reserved on the card. You were not charged.',
  ),
  chargedback: say('Pagamento contestado', 'Payment disputed'),
  otherWay: say('Pagar de outra forma', 'Pay another way'),
  paymentNumber: say('Transação', 'Transaction'),
  purchase: say('Compra', 'Purchase'),
  method: say('Forma de pagamento', 'Payment method'),
  paidAt: say('Data e hora', 'Time'),
  inConsole: (id: number) => say(`Ver ${id} no console`, `View ${id} in the console`),
  /** By the status of the link. */
  endedLinks: {
    expired: say('Este link expirou', 'This link has expired'),
    canceled: say('Este link foi cancelado', 'This link was canceled'),
  } satisfies Readonly<Record<Exclude<keyof typeof transitions.PaymentLinkStatus, 'active'>, string>>,
  endedLink: say(
    'Ele não aceita mais pagamentos. Peça um novo link para a loja.',
    'It no longer accepts payments. Ask the shop for a new link.',
  ),

  authenticationTitle: say('Confirmar compra', 'Confirm purchase'),
  authenticationHint: say(
    'Seu banco pede que você confirme esta compra.',
    'Your bank asks you to confirm this purchase.',
  ),
  shop: say('Loja', 'Shop'),
  amount: say('Valor', 'Amount'),
  masked: (digits: string) => `•••• ${digits}`,
  playTheBank: say(
    'No sandbox, você faz o papel do banco. Escolha a resposta:',
    'In the sandbox, you play the bank. Choose its answer:',
  ),
  approve: say('Aprovar', 'Approve'),
  decline: say('Recusar', 'Decline'),
  timeOut: say('Deixar expirar', 'Let it expire'),
  usedAuthentication: say('Esta página já foi usada', 'This page was already used'),
  usedApproved: say('A compra foi aprovada.', 'The purchase was approved.'),
  usedRefused: say('A compra foi recusada.', 'The purchase was refused.'),
});

export const texts = textsIn(language);

export function installmentText(amount: number, count: number): string {
  const [first = amount, other = first] = splitAmount(amount, count);
  return texts.installment(count, money(first), money(other));
}
