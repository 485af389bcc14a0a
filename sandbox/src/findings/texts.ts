import { phrase } from './portuguese.js';

/** The words of the view. */

/** An amount in the sentences of `explore`, which never breaks over two lines. */
const AMOUNT = /R\$ (\d[\d,]*)\.(\d\d)/g;

const en = {
  /** Returns a sentence of `explore` in the language of the view. */
  said: (text: string): string => text.replace(AMOUNT, 'R$\u00a0$1.$2'),
  broke: (broken: number, all: number) => `${broken} of ${all} plans broke the shop`,
  held: (all: number) => `None of ${all} plans broke the shop`,
  failedFirst: 'The shop does not hold without a disruption',
  plan: 'Disruption',
  others: 'Buyer and others',
  shop: 'Shop',
  gateway: 'Gateway',
  lost: { request: 'lost on its way', response: 'response lost' },
  charge: (number: number, all: number) => `charge ${number} of ${all}`,
  gatewayBook: 'The gateway received',
  shopBook: 'The shop believes',
  noOrder: 'no order',
  authorized: 'authorized',
  refunded: (amount: string) => `${amount} refunded`,
  nothing: 'nothing',
  noBooks: 'The run ended before the books were compared.',
  silent: 'The shop does not say what it believes.',
  repeat: 'Repeat it',
  tried: 'What was tried',
  outcomes: {
    broke: 'broke',
    'lost sale': 'sale lost',
    held: 'held',
    covered: 'same as another',
    'did not happen': 'did not happen',
  },
  several: 'Several disruptions, by the place of the last',
  replayed: 'Tried again',
};

const pt: typeof en = {
  said: (text) =>
    phrase(text).replace(
      AMOUNT,
      (_, whole: string, part: string) =>
        `R$\u00a0${whole.replaceAll(',', '').replace(/\B(?=(\d{3})+$)/g, '.')},${part}`,
    ),
  broke: (broken, all) => `${broken} de ${all} planos quebraram a loja`,
  held: (all) => `Nenhum de ${all} planos quebrou a loja`,
  failedFirst: 'A loja não funciona nem sem perturbação',
  plan: 'Perturbação',
  others: 'Comprador e outros',
  shop: 'Loja',
  gateway: 'Gateway',
  lost: { request: 'perdida no caminho', response: 'resposta perdida' },
  charge: (number, all) => `cobrança ${number} de ${all}`,
  gatewayBook: 'O gateway recebeu',
  shopBook: 'A loja acredita',
  noOrder: 'sem pedido',
  authorized: 'autorizado',
  refunded: (amount) => `${amount} estornado`,
  nothing: 'nada',
  noBooks: 'A execução terminou antes da comparação dos registros.',
  silent: 'A loja não informa no que acredita.',
  repeat: 'Repita',
  tried: 'O que foi testado',
  outcomes: {
    broke: 'quebrou',
    'lost sale': 'venda perdida',
    held: 'resistiu',
    covered: 'igual a outro',
    'did not happen': 'não ocorreu',
  },
  several: 'Várias perturbações, pelo lugar da última',
  replayed: 'Testados de novo',
};

export type Texts = typeof en;
export const texts = { en, 'pt-BR': pt } as const;
