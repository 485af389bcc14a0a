import { useId, useState } from 'preact/hooks';
import { money, readReais } from '../../shared/locale.js';
import { call, type Kind, type Schemas } from '../api.js';
import { LISTED } from '../kinds.js';
import { useLive } from '../live.js';
import { texts, words } from '../texts.js';

type Next = Schemas['NextAct'];

/** The label of a button: some acts depend on the kind of object, or on where they lead. */
function labelOf(kind: Kind, { act, into, options = {} }: Next): string {
  const { acts } = texts;
  if (act === 'authenticate') {
    if (options.outcome === 'approved') return acts.approve3ds;
    return options.outcome === 'declined' ? acts.decline3ds : acts.timeOut3ds;
  }
  if (act === 'pay') return kind === 'links' ? acts.payByPix : kind === 'subscriptions' ? acts.chargeAgain : acts.pay;
  if (act === 'decline') return into.includes('refused') ? acts.refuse : acts.failRefund;
  if (act === 'fail') return acts.refuseCard;
  const labels: Readonly<Record<string, string>> = acts;
  return labels[act] ?? words(act);
}

const BAD = ['decline', 'expire', 'cancel', 'fail', 'chargeback', 'review'];

/** A button for each act that the state allows. */
export function Acts({ id, kind, next }: { id: number; kind: Kind; next: readonly Next[] }) {
  if (next.length === 0 && kind !== 'transactions') return null;
  return (
    <section class="acts" aria-label={texts.actions}>
      {next.map((one) => {
        const label = labelOf(kind, one);
        return one.most === undefined ? (
          <ActButton key={label} id={id} label={label} next={one} />
        ) : (
          <ActOfAmount key={label} id={id} label={label} next={one} most={one.most} />
        );
      })}
      {kind === 'transactions' && <SetStatus id={id} />}
    </section>
  );
}

const titleOf = ({ into }: Next): string | undefined => (into.length > 0 ? texts.leadsTo(into.map(words)) : undefined);

function ActButton({ id, label, next }: { id: number; label: string; next: Next }) {
  const { act } = useLive();
  const isBad = BAD.includes(next.act) || next.options?.outcome === 'declined' || next.options?.outcome === 'timed_out';
  return (
    <button
      type="button"
      class={isBad ? 'danger' : 'primary'}
      title={titleOf(next)}
      onClick={() => act(() => call(`objects/${id}/${next.act}`, { method: 'POST', body: next.options ?? {} }))}
    >
      {label}
    </button>
  );
}

/** An act on the whole amount or a smaller one. */
function ActOfAmount({ id, label, next, most }: { id: number; label: string; next: Next; most: number }) {
  const { act } = useLive();
  const [reais, setReais] = useState('');
  const errorId = useId();
  const amount = readReais(reais);
  const isPart = reais.trim() !== '';
  const isWrong = isPart && !(amount > 0 && amount <= most);
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
        {label} {isPart && !isWrong ? money(amount) : texts.whole(money(most))}
      </button>
      <input
        inputMode="decimal"
        aria-label={texts.partHint}
        placeholder={texts.part}
        value={reais}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? errorId : undefined}
        onInput={({ currentTarget }) => setReais(currentTarget.value)}
      />
      {isWrong && (
        <p class="wrong" id={errorId} role="alert">
          {texts.wrongAmount(money(most))}
        </p>
      )}
    </form>
  );
}

/** Puts a transaction in any status, to test how a shop handles it. */
function SetStatus({ id }: { id: number }) {
  const { act } = useLive();
  const [status, setStatus] = useState('');
  const listId = useId();
  return (
    <form
      class="of-amount"
      onSubmit={async (event) => {
        event.preventDefault();
        const body = { status: status.trim() };
        if (await act(() => call(`objects/${id}/setStatus`, { method: 'POST', body }))) setStatus('');
      }}
    >
      <button type="submit" disabled={status.trim() === ''}>
        {texts.acts.setStatus}
      </button>
      <input
        list={listId}
        maxLength={60}
        aria-label={texts.statusHint}
        title={texts.statusHint}
        placeholder="on_hold"
        value={status}
        onInput={({ currentTarget }) => setStatus(currentTarget.value)}
      />
      <datalist id={listId}>
        {LISTED.transactions.statuses.map((known) => (
          <option key={known} value={known} />
        ))}
      </datalist>
    </form>
  );
}
