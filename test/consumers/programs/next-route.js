import { body, clientOf } from './next-client.js';

// Without this, Next.js 14 takes the route for a static page. With it, Next.js 14 caches each `fetch`.
export const dynamic = 'force-dynamic';

export async function POST() {
  const { data } = await clientOf('a').POST('/v1/transactions', { body });
  return Response.json(data);
}

/** @param {Request} request */
export async function GET(request) {
  const { searchParams } = new URL(request.url);
  const revalidate = Number(searchParams.get('revalidate'));
  const options = revalidate ? { next: { revalidate } } : {};
  const { data } = await clientOf(searchParams.get('token') ?? '').GET(
    '/v1/customers',
    /** @type {object} */ (options),
  );
  return Response.json(data);
}
