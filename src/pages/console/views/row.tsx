import type { Kind, Shown } from '../api.js';
import { summaryOf } from '../kinds.js';
import { Badge, Time } from '../pieces.js';
import { hrefOf } from '../route.js';

/** One object in a list. */
export function Row({
  kind,
  object,
  query = {},
  isChosen = false,
}: {
  kind: Kind;
  object: Shown;
  query?: Readonly<Record<string, string>>;
  isChosen?: boolean;
}) {
  const { id, status, created_at } = object;
  return (
    <li>
      <a class="line" href={hrefOf(kind, id, query)} aria-current={isChosen ? 'true' : undefined}>
        <span class="id">{id}</span>
        <span class="summary">{summaryOf(kind, object)}</span>
        {typeof status === 'string' && <Badge state={status} />}
        {typeof created_at === 'string' && (
          <span class="when">
            <Time time={created_at} />
          </span>
        )}
      </a>
    </li>
  );
}
