import { useId, useState } from 'preact/hooks';
import { rowOf } from '../../../src/acts/index.js';
import { isWebPage } from '../../shared/ask.js';
import { money, readReais, say } from '../../shared/locale.js';
import { call, type Details, isPixPayment, type Schemas, type ShownKind } from '../api.js';
import { OBJECT_KINDS } from '../object-kinds.js';
import { ActionForm, RequestButton } from '../pieces.js';
import { texts, words } from '../texts.js';

type Next = Schemas['NextAct'];

/** The label of a button. Some acts depend on their outcome, on the kind of object, on Pix, or on where they lead. */
function labelOf(kind: ShownKind, isPix: boolean, { act, into, options = {} }: Next): string {
  const { label, labels = {} } = rowOf(act);
  const { pt, en } =
    [options.outcome ?? '', kind, ...into, isPix ? 'pix' : ''].map((one) => labels[one]).find(Boolean) ?? label;
  return say(pt, en);
}

/** The class of a button, by the tone of the act. An outcome other than an approval looks like a danger. */
function classOf({ act, options = {} }: Next): string {
  const { tone = 'primary' } = rowOf(act);
  if (options.outcome !== undefined && options.outcome !== 'approved') return 'danger';
  return tone === 'plain' ? '' : tone;
}

export function Acts({ details: { kind, object, next, page } }: { details: Details }) {
  const { id } = object;
  const isPix = isPixPayment(object);
  const buyerPage = page !== undefined && isWebPage(page) ? page : undefined;
  if (next.length === 0 && kind !== 'transactions' && buyerPage === undefined) return null;
  return (
    <section class="row" aria-label={texts.actions}>
      {next.map((one) => {
        const label = labelOf(kind, isPix, one);
        return one.most === undefined ? (
          <RequestButton
            key={label}
            class={classOf(one)}
            title={titleOf(one)}
            path={`objects/${id}/${one.act}`}
            body={one.options ?? {}}
          >
            {label}
          </RequestButton>
        ) : (
          <ActOfAmount key={label} id={id} label={label} next={one} most={one.most} />
        );
      })}
      {buyerPage !== undefined && (
        <a class="button" href={buyerPage} target="_blank" rel="noreferrer">
          {texts.fields.buyerPage}
        </a>
      )}
      {kind === 'transactions' && <SetStatus id={id} />}
    </section>
  );
}

const run = (id: number, act: string, body: object) => call(`objects/${id}/${act}`, { method: 'POST', body });
const titleOf = ({ into }: Next): string | undefined =>
  into.length > 0 ? texts.leadsTo(into.map((status) => words(status))) : undefined;

function ActOfAmount({ id, label, next, most }: { id: number; label: string; next: Next; most: number }) {
  // All, until a part is typed.
  const [amount, setAmount] = useState<number>();
  const read = (input: HTMLInputElement): void => {
    const part = input.value.trim() === '' ? undefined : readReais(input.value);
    setAmount(part);
    const isWrong = part !== undefined && !(part > 0 && part <= most);
    input.setCustomValidity(isWrong ? texts.wrongAmount(money(most)) : '');
  };
  return (
    <ActionForm
      class="row"
      action={() => run(id, next.act, amount === undefined ? {} : { amount })}
      onReset={() => setAmount(undefined)}
    >
      <button type="submit" title={titleOf(next)} class={classOf(next)}>
        {label} {amount ? money(amount) : texts.whole(money(most))}
      </button>
      <input
        inputMode="decimal"
        aria-label={texts.partHint}
        placeholder={texts.part}
        onInput={({ currentTarget }) => read(currentTarget)}
      />
    </ActionForm>
  );
}

/** Puts a transaction in any status, to test how a shop handles it. */
function SetStatus({ id }: { id: number }) {
  const { label } = rowOf('setStatus');
  const listId = useId();
  return (
    <ActionForm class="row" action={({ status = '' }) => run(id, 'setStatus', { status: status.trim() })}>
      <button type="submit">{say(label.pt, label.en)}</button>
      <input
        name="status"
        required
        list={listId}
        maxLength={60}
        aria-label={texts.statusHint}
        placeholder={texts.statusExample}
      />
      <span class="muted small">{texts.statusHint}</span>
      <datalist id={listId}>
        {OBJECT_KINDS.transactions.statuses?.map((known) => (
          <option key={known} value={known} />
        ))}
      </datalist>
    </ActionForm>
  );
}
