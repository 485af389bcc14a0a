/** Request bodies that several flows send. Amounts are in centavos: 100 is the least that gateways accept for a card. */
import { DAY, dayInUtc, utcDateTime } from 'payment-gateway-core/codes';
import type { FlowBody, FlowRun } from './flow.js';

type Marked = Pick<FlowRun, 'mark'>;

const NAME = 'Verificação de Contrato';
const ADDRESS = {
  street: 'Rua da Verificação',
  street_number: '100',
  complementary: 'Sala 1',
  neighborhood: 'Centro',
  city: 'São Paulo',
  state: 'SP',
  zipcode: '01001000',
  country: 'br',
};

/** The form fields that a shop sends with a payment. */
export const SHOP_FIELDS = {
  async: false,
  installments: 1,
  billing: { name: NAME, address: ADDRESS },
  shipping: { name: NAME, fee: '0', address: ADDRESS },
  items: [{ external_id: 'verify-1', title: 'Verificação', unit_price: 100, quantity: 1, tangible: false }],
};

export const PIX = { amount: 100, payment_method: 'pix' } as const;
export const BOLETO = { amount: 500, payment_method: 'boleto' } as const;
export const LINK = { amount: 100, type: 'payment', name: 'Verificação' } as const;
export const RENAMED = { name: 'Verificação Atualizada' };
export const NOTED = { description: 'Verificação atualizada' };
export const RECEIVER = { name: NAME, document: '11222333000181', type: 'corporation' } as const;
export const BANK_ACCOUNT = {
  bank_code: '001',
  agencia: '1234',
  conta: '67890',
  conta_dv: '1',
  type: 'conta_corrente',
  document_number: '11222333000181',
  legal_name: NAME,
} as const;
/** An id that no resource has. */
export const UNKNOWN_ID = 999_999_999;

export const emailOf = (name: string, { mark }: Marked) => `${name}-${mark}@verification.example`;

export const guest = (name: string, run: Marked) => ({
  external_id: `${name}-${run.mark}`,
  name: NAME,
  email: emailOf(name, run),
});

export const person = (name: string, run: Marked) => ({
  ...guest(name, run),
  type: 'individual' as const,
  country: 'br',
  documents: [{ type: 'cpf' as const, number: '52998224725' }],
  phone_numbers: ['+5511900000000'],
  birthday: '1990-01-31',
});

/** Returns metadata with the mark of the run. It lets the clean-up find a payment whose response was lost. */
export const markedMetadata = ({ mark }: Marked) => `{"verification":"${mark}"}`;

/** Returns a card payment that is captured at once, unless `fields` override it. */
export const cardPayment = (run: Pick<FlowRun, 'mark' | 'card'>, fields: FlowBody<'createTransaction'> = {}) => ({
  amount: 100,
  payment_method: 'credit_card' as const,
  metadata: markedMetadata(run),
  async: false,
  capture: true,
  installments: 1,
  card: run.card,
  ...fields,
});

export const THREE_D_SECURE = {
  urlSuccess: 'https://verification.example/ok',
  urlFail: 'https://verification.example/fail',
  onFailure: 'decline',
  userAgent: 'Mozilla/5.0',
  ipAddress: '203.0.113.7',
  device: {
    colorDepth: 24,
    deviceType3ds: 'BROWSER',
    javaEnabled: false,
    language: 'pt-BR',
    screenHeight: 1080,
    screenWidth: 1920,
    timeZoneOffset: 3,
  },
} as const;

/** Returns a debit card payment with the fields of the public sample. */
export const debitPayment = (run: Pick<FlowRun, 'mark' | 'card'>, fields: FlowBody<'createTransaction'> = {}) => ({
  ...cardPayment(run),
  payment_method: 'debit_card' as const,
  threeDSecure: { ...THREE_D_SECURE, provider: 'ugo' },
  ...fields,
});

export const refundOf = (amount: number) => ({ async: false, amount });

export const priceOf = (plan: number) =>
  ({ plan_id: plan, amount: 100, currency: 'BRL', interval: 'month', interval_count: 1 }) as const;

export type SplitPart = NonNullable<FlowBody<'createTransaction'>['split']>[number];

/** Returns one receiver's part of a payment. Flows of wrong splits change a field. */
export const partOf = (receiver: number, fields: Partial<SplitPart> = {}): SplitPart => ({
  receiver_id: receiver,
  percentage: 100,
  liable: true,
  charge_processing_fee: true,
  ...fields,
});

/** Returns a day from today by the clock of the gateway, as `YYYY-MM-DD` in UTC. */
export const dayIn = (days: number, { now }: Pick<FlowRun, 'now'>) => dayInUtc(now() + days * DAY);

/** Returns the time of tomorrow in UTC, as the gateway writes it: `YYYY-MM-DD hh:mm:ss`. */
export const tomorrow = ({ now }: Pick<FlowRun, 'now'>) => utcDateTime(now() + DAY);
