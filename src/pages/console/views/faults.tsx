import { useState } from 'preact/hooks';
import { call, operationNames, type Schemas } from '../api.js';
import { useAsk, useLive } from '../live.js';
import { Empty, Problem } from '../pieces.js';

const FAULTS = ['503', '500', '429', '401', '404', '408', '422', 'reset', 'stall', 'truncate'] as const;
const SAID: Readonly<Record<string, string>> = {
  reset: 'connection reset',
  stall: 'no response, ever',
  truncate: 'response cut off half way',
};

/** What goes wrong with the next requests. */
export function Faults() {
  const { act } = useLive();
  const { data, problem } = useAsk<Schemas['Faults']>('faults');
  const [fault, setFault] = useState<string>('503');
  const [operation, setOperation] = useState('*');
  const [isAfter, setAfter] = useState(false);
  const [times, setTimes] = useState(1);

  const plan = () =>
    act(() =>
      call('faults', {
        method: 'POST',
        body: {
          operationId: operation,
          fault,
          times,
          ...(isAfter && { after: 'commit' }),
        },
      }),
    );

  return (
    <section class="page">
      <div class="heading">
        <h1>Faults</h1>
      </div>
      <p class="muted">Let the next requests go wrong, to see what your shop makes of it.</p>
      <Problem problem={problem} />
      <form
        class="plan"
        onSubmit={(event) => {
          event.preventDefault();
          void plan();
        }}
      >
        <label>
          Fault
          <select value={fault} onChange={({ currentTarget }) => setFault(currentTarget.value)}>
            {FAULTS.map((one) => (
              <option key={one} value={one}>
                {SAID[one] ?? `status ${one}`}
              </option>
            ))}
          </select>
        </label>
        <label>
          Operation
          <select value={operation} onChange={({ currentTarget }) => setOperation(currentTarget.value)}>
            <option value="*">any</option>
            {operationNames.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
        <label>
          Times
          <input
            type="number"
            min="1"
            max="1000"
            value={times}
            onInput={({ currentTarget }) => setTimes(Math.max(1, Number(currentTarget.value) || 1))}
          />
        </label>
        <label class="check">
          <input type="checkbox" checked={isAfter} onChange={({ currentTarget }) => setAfter(currentTarget.checked)} />
          carry the request out first, and lose only the response
        </label>
        <button type="submit" class="primary">
          Set for the next request
        </button>
      </form>
      {data !== undefined && data.faults.length === 0 && <Empty title="No fault waits" />}
      {data !== undefined && data.faults.length > 0 && (
        <>
          <ul class="rows">
            {data.faults.map((one, index) => (
              <li key={index} class="line">
                <span class="badge bad">{SAID[String(one.fault)] ?? `status ${one.fault}`}</span>
                <span class="summary">
                  {one.operationId === '*' ? 'any operation' : one.operationId}
                  {one.after === 'commit' && ', after it was carried out'}
                </span>
                <span class="muted">{one.times === 1 ? 'once' : `${one.times} times`}</span>
              </li>
            ))}
          </ul>
          <p>
            <button type="button" class="danger" onClick={() => act(() => call('faults', { method: 'DELETE' }))}>
              Take them back
            </button>
          </p>
        </>
      )}
    </section>
  );
}
