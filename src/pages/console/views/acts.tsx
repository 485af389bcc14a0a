import { useState } from 'preact/hooks';
import { money } from '../../shared/locale.js';
import { call, type Kind, type Schemas } from '../api.js';
import { useLive } from '../live.js';
import { words } from '../pieces.js';

type Next = Schemas['NextAct'];

/** What a button says, by act, and by what the act is done with or leads to. */
function labelOf(kind: Kind, { act, into, options = {} }: Next): string {
  if (act === 'authenticate') {
    if (options.outcome === 'approved') return 'Approve 3DS';
    return options.outcome === 'declined' ? 'Decline 3DS' : 'Let 3DS time out';
  }
  if (act === 'pay') return kind === 'links' ? 'Pay by PIX' : kind === 'subscriptions' ? 'Charge again' : 'Pay';
  if (act === 'decline') return into.includes('refused') ? 'Refuse' : 'Let the refund fail';
  if (act === 'settle') return 'Settle';
  if (act === 'fail') return kind === 'cards' ? 'Refuse from now on' : 'Refuse its card from now on';
  return act.charAt(0).toUpperCase() + act.slice(1);
}

const BAD = ['decline', 'expire', 'cancel', 'fail', 'chargeback', 'review'];

/** What can be done now, one button each. */
export function Acts({ id, kind, next }: { id: number; kind: Kind; next: readonly Next[] }) {
  if (next.length === 0) return null;
  return (
    <section class="acts" aria-label="What can be done">
      {next.map((one) =>
        one.most === undefined ? (
          <ActButton key={labelOf(kind, one)} id={id} kind={kind} next={one} />
        ) : (
          <ActOfAmount key={labelOf(kind, one)} id={id} kind={kind} next={one} most={one.most} />
        ),
      )}
    </section>
  );
}

const titleOf = ({ into }: Next): string | undefined =>
  into.length > 0 ? `to ${into.map(words).join(' or ')}` : undefined;

function ActButton({ id, kind, next }: { id: number; kind: Kind; next: Next }) {
  const { act } = useLive();
  const isBad = BAD.includes(next.act) || next.options?.outcome === 'declined' || next.options?.outcome === 'timed_out';
  return (
    <button
      type="button"
      class={isBad ? 'danger' : 'primary'}
      title={titleOf(next)}
      onClick={() => act(() => call(`objects/${id}/${next.act}`, { method: 'POST', body: next.options ?? {} }))}
    >
      {labelOf(kind, next)}
    </button>
  );
}

/** All of it, or a part. */
function ActOfAmount({ id, kind, next, most }: { id: number; kind: Kind; next: Next; most: number }) {
  const { act } = useLive();
  const [reais, setReais] = useState('');
  const amount = Math.round(Number(reais.replace(',', '.')) * 100);
  const isPart = reais.trim() !== '';
  const isWrong = isPart && !(amount > 0 && amount <= most);
  const label = labelOf(kind, next);
  return (
    <form
      class="of-amount"
      onSubmit={async (event) => {
        event.preventDefault();
        if (isWrong) return;
        const body = isPart ? { amount } : {};
        if (await act(() => call(`objects/${id}/${next.act}`, { method: 'POST', body }))) setReais('');
      }}
    >
      <button type="submit" title={titleOf(next)} class={next.act === 'capture' ? 'primary' : ''} disabled={isWrong}>
        {label} {isPart && !isWrong ? money(amount) : `all ${money(most)}`}
      </button>
      <label>
        <span class="hidden">Only a part, in reais</span>
        <input
          inputMode="decimal"
          placeholder="or a part, R$"
          value={reais}
          aria-invalid={isWrong}
          onInput={({ currentTarget }) => setReais(currentTarget.value)}
        />
      </label>
    </form>
  );
}
