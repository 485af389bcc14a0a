import { useState } from 'preact/hooks';
import { call, operationNames, type Schemas } from '../api.js';
import { useAsk, useLive } from '../live.js';
import { Choice, Empty, Problem } from '../pieces.js';
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

  const plan = () => {
    const body = { operationId: operation, fault, times, ...(isAfter && { after: 'commit' }) };
    return act(() => call('faults', { method: 'POST', body }));
  };

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
        <label for="fault">
          {texts.fault}
          <Choice
            id="fault"
            value={fault}
            options={FAULTS.map((one) => [one, nameOf(one)] as const)}
            choose={setFault}
          />
        </label>
        <label for="operation">
          {texts.filters.operation}
          <Choice
            id="operation"
            value={operation}
            options={[['*', texts.anyOperation], ...operationNames]}
            choose={setOperation}
          />
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
