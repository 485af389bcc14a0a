import type { SampleRequest } from './request.ts';

export function curlSample({ method, url, body, comment }: SampleRequest): string {
  const verb = method === 'GET' ? [] : [`-X ${method}`];
  const lines = [
    ['curl --fail-with-body', ...verb].join(' '),
    shellQuoted(url),
    '-H "Authorization: Bearer $PAYMENT_GATEWAY_TOKEN"',
  ];
  if (body !== undefined) {
    lines.push("-H 'Content-Type: application/json'", `-d ${shellQuoted(JSON.stringify(body, null, 2))}`);
  }
  return `${comment ? `# ${comment}\n` : ''}${lines.join(' \\\n  ')}\n`;
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
