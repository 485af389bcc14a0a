import { body, clientOf } from './next-client.js';

export const dynamic = 'force-dynamic';

export default async function Page() {
  const { data } = await clientOf('a').POST('/v1/transactions', { body });
  return `payment ${data?.id}`;
}
