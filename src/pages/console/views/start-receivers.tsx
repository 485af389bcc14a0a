import { useState } from 'preact/hooks';
import { call, type Schemas } from '../api.js';
import { useAsk, useLive } from '../live.js';

/** Addresses that get events without a registration. */
export function StartReceivers() {
  const { act } = useLive();
  const { data } = useAsk<Schemas['Receivers']>('receivers');
  const [url, setUrl] = useState('');
  const add = async (): Promise<void> => {
    if (await act(() => call('receivers', { method: 'POST', body: { url: url.trim() } }))) setUrl('');
  };
  return (
    <section class="beside">
      <h2>Without a registration</h2>
      <p class="muted">These addresses get all events of all accounts until the sandbox ends.</p>
      {data !== undefined && data.receivers.length > 0 && (
        <ul class="rows">
          {data.receivers.map(({ id, url: address }) => (
            <li key={id} class="line">
              <code class="summary">{address}</code>
              <button
                type="button"
                class="danger"
                onClick={() => act(() => call(`receivers/${id}`, { method: 'DELETE' }))}
              >
                Remove<span class="hidden"> {address}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <form
        class="add"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <label>
          <span class="hidden">Address of your shop</span>
          <input
            type="url"
            required
            placeholder="http://127.0.0.1:3000/hooks"
            value={url}
            onInput={({ currentTarget }) => setUrl(currentTarget.value)}
          />
        </label>
        <button type="submit">Send events there</button>
      </form>
    </section>
  );
}
