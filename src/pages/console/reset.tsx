import { useRef } from 'preact/hooks';
import { call } from './api.js';
import { useLive } from './live.js';

/** Empties the account, after asking. */
export function Reset({ account }: { account: string }) {
  const { act } = useLive();
  const dialog = useRef<HTMLDialogElement>(null);
  const close = (): void => dialog.current?.close();
  return (
    <>
      <button type="button" class="danger" onClick={() => dialog.current?.showModal()}>
        Reset
      </button>
      <dialog ref={dialog} aria-labelledby="reset-title">
        <h2 id="reset-title">Empty the account?</h2>
        <p class="question">
          Everything of <code>{account}</code> goes: objects, events, faults and its clock. Ids begin anew.
        </p>
        <div class="choices">
          <button type="button" onClick={close}>
            Keep it
          </button>
          <button
            type="button"
            class="danger"
            onClick={async () => {
              await act(() => call('reset', { method: 'POST' }));
              close();
              location.hash = location.hash.replace(/\/\d+(?=\?|$)/, '');
            }}
          >
            Empty it
          </button>
        </div>
      </dialog>
    </>
  );
}
