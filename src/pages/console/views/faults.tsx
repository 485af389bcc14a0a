import { useState } from 'preact/hooks';
import { call, operationNames, type Schemas } from '../api.js';
import { useAsk, useLive } from '../live.js';
import { Empty, Problem } from '../pieces.js';
import { texts } from '../texts.js';

const FAULTS = ['503', '500', '429', '401', '404', '408', '422', 'reset', 'stall', 'truncate'] as const;
const nameOf = (fault: string | number): string => texts.faultNames[fault] ?? `status ${fault}`;

/** The planned faults, and a form to plan more. */
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
        <h2>{texts.kinds.faults.title}</h2>
      </div>
      <p class="muted">{texts.faultsHint}</p>
      <Problem problem={problem} />
      <form
        class="plan"
        onSubmit={(event) => {
          event.preventDefault();
          void plan();
        }}
      >
        <label>
          {texts.fault}
          <select value={fault} onChange={({ currentTarget }) => setFault(currentTarget.value)}>
            {FAULTS.map((one) => (
              <option key={one} value={one}>
                {nameOf(one)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {texts.filters.operation}
          <select value={operation} onChange={({ currentTarget }) => setOperation(currentTarget.value)}>
            <option value="*">{texts.anyOperation}</option>
            {operationNames.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
        <label>
          {texts.times}
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
          {texts.afterCommit}
        </label>
        <button type="submit" class="primary">
          {texts.planFault}
        </button>
      </form>
      {data !== undefined && data.faults.length === 0 && <Empty title={texts.noFaults} />}
      {data !== undefined && data.faults.length > 0 && (
        <>
          <ul class="rows">
            {data.faults.map((one, index) => (
              <li key={index} class="line">
                {one.fault !== undefined && <span class="badge bad">{nameOf(one.fault)}</span>}
                <span class="summary">
                  {one.operationId === '*' ? texts.anyOperation : one.operationId}
                  {one.after === 'commit' && `, ${texts.wasCommitted}`}
                </span>
                <span class="muted">{texts.timesOf(one.times ?? 1)}</span>
              </li>
            ))}
          </ul>
          <p>
            <button type="button" class="danger" onClick={() => act(() => call('faults', { method: 'DELETE' }))}>
              {texts.clearFaults}
            </button>
          </p>
        </>
      )}
    </section>
  );
}
