import type { ComponentChildren } from 'preact';
import type { Schemas } from '../shared/ask.js';
import { dateTime, money } from '../shared/locale.js';
import { installmentText, texts } from './texts.js';

type Row = readonly [label: string, content: ComponentChildren];

/** A list of names and values, without the values that are undefined. */
export function Facts({ rows }: { rows: readonly Row[] }) {
  return (
    <dl class="facts">
      {rows.map(
        ([label, content]) =>
          content !== undefined && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{content}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

export function cardRow(card: Schemas['ShownCard'] | undefined): Row {
  const shown = card?.last_digits !== undefined && (
    <>
      <span class="brand">{card.brand}</span> {texts.masked(card.last_digits)}
    </>
  );
  return [texts.methods.card, shown || undefined];
}

/** Explains a text of the API in the language of the page. Shows the text itself only if it has no explanation. */
export function Explained({ raw }: { raw: string }) {
  const [, text] = Object.entries(texts.explained).find(([part]) => raw.includes(part)) ?? [];
  if (text !== undefined) return text;
  return (
    <>
      {texts.failed}: <code>{raw}</code>
    </>
  );
}

export function Receipt({ view, payment }: { view: Schemas['Checkout']; payment: Schemas['ShownPayment'] }) {
  const { id, method, installments = 1, card, paid_at } = payment;
  const methods: Readonly<Record<string, string>> = texts.methods;
  const address = `../#/transactions/${id}${view.account === undefined ? '' : `?account=${view.account}`}`;
  return (
    <Facts
      rows={[
        [texts.purchase, view.name && <span class="clamp">{view.name}</span>],
        [texts.shop, view.shop],
        [texts.amount, <span class="sum">{money(view.amount)}</span>],
        [texts.method, methods[method] ?? method],
        [texts.installments, installments > 1 ? installmentText(view.amount, installments) : undefined],
        cardRow(card),
        [texts.paidAt, paid_at && <time dateTime={paid_at}>{dateTime(paid_at)}</time>],
        [texts.paymentNumber, <a href={address}>{texts.inConsole(id)}</a>],
      ]}
    />
  );
}
