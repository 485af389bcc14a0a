import type { Schemas } from '../api.js';
import { Badge } from '../pieces.js';

type Delivery = Schemas['Delivery'];

/** What became of an event in one line. */
export function Deliveries({ deliveries }: { deliveries: readonly Delivery[] }) {
  if (deliveries.length === 0) return <span class="badge plain">nobody listens</span>;
  const states = (['failed', 'pending', 'delivered'] as const).map(
    (state) => [state, deliveries.filter((one) => one.state === state).length] as const,
  );
  return (
    <span class="deliveries">
      {states.map(([state, count]) =>
        count > 0 ? (
          <Badge key={state} state={state}>
            {count > 1 ? `${count} ${state}` : state}
          </Badge>
        ) : null,
      )}
    </span>
  );
}
