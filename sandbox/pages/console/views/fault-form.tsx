import { call, operationNames, type Schemas, useAsk } from '../api.js';
import { type Column, Table } from '../paged-list.js';
import { ActionForm, Badge, Choice, Empty, Problem, RequestButton } from '../pieces.js';
import { texts } from '../texts.js';

const FAULTS = ['503', '500', '429', '401', '404', '408', '422', 'reset', 'stall', 'truncate'] as const;
const nameOf = (fault: string | number): string => texts.faultNames[fault] ?? `status ${fault}`;

const COLUMNS: readonly Column<Schemas['Faults']['faults'][number]>[] = [
  { name: 'fault', cell: ({ fault }) => fault !== undefined && <Badge mood="bad">{nameOf(fault)}</Badge> },
  {
    name: 'operation',
    cell: ({ operation_id: operationId, after }) =>
      `${operationId === '*' ? texts.anyOperation : operationId}${after === 'commit' ? `, ${texts.wasCommitted}` : ''}`,
  },
  { name: 'times', class: 'number', cell: ({ times = 1 }) => times },
];

export function Faults() {
  const { data, problem } = useAsk<Schemas['Faults']>('faults');
  return (
    <section class="page stack">
      <h2>{texts.kinds.faults.title}</h2>
      <p class="muted">{texts.faultsHint}</p>
      <Problem problem={problem} />
      <ActionForm
        class="plan row"
        action={({ times, ...fault }) => call('faults', { method: 'POST', body: { ...fault, times: Number(times) } })}
      >
        <label for="fault">
          {texts.fields.fault}
          <Choice id="fault" name="fault" options={FAULTS.map((fault) => [fault, nameOf(fault)] as const)} />
        </label>
        <label for="operation">
          {texts.fields.operation}
          <Choice id="operation" name="operation_id" options={[['*', texts.anyOperation], ...operationNames]} />
        </label>
        <label>
          {texts.fields.times}
          <input type="number" name="times" min="1" max="1000" defaultValue="1" required />
        </label>
        <label class="check row">
          <input type="checkbox" name="after" value="commit" />
          {texts.afterCommit}
        </label>
        <button type="submit" class="primary">
          {texts.planFault}
        </button>
      </ActionForm>
      {data?.faults.length === 0 && <Empty title={texts.noFaults} />}
      {data !== undefined && data.faults.length > 0 && (
        <>
          <Table columns={COLUMNS} items={data.faults} />
          <p>
            <RequestButton class="danger" path="faults" method="DELETE">
              {texts.clearFaults}
            </RequestButton>
          </p>
        </>
      )}
    </section>
  );
}
