/** A request that the sandbox refused, or that did not reach it. */
export class Refused extends Error {
  override readonly name = 'Refused';
  /** 0 when nothing came back. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface Asked {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Asks the sandbox at an address beside that of the page. Throws a `Refused`, in the words of the sandbox. */
export async function ask<Body>(path: string, { method = 'GET', body, headers = {} }: Asked = {}): Promise<Body> {
  const response = await fetch(path, {
    method,
    headers: { ...headers, ...(method !== 'GET' && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => undefined);
  if (response === undefined) throw new Refused(0, 'The sandbox does not respond.');
  const answer: unknown = await response.json().catch(() => undefined);
  // The contract of the control API says what comes back.
  if (response.ok) return answer as Body;
  const errors = (answer as { errors?: unknown } | undefined)?.errors;
  throw new Refused(
    response.status,
    Array.isArray(errors) ? errors.join(' ') : `The sandbox returned ${response.status}.`,
  );
}
