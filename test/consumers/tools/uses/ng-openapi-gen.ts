import '@angular/compiler';
import { HttpClient, type HttpEvent, type HttpRequest, HttpResponse } from '@angular/common/http';
import { firstValueFrom, from, type Observable } from 'rxjs';
import { expectPayment } from './expect.js';
import { createTransaction } from './out/functions.js';

/** Angular's own handlers take an application around them. */
function handle(request: HttpRequest<unknown>): Observable<HttpEvent<unknown>> {
  const headers = { authorization: 'Bearer test', 'content-type': 'application/json' };
  const sent = fetch(request.url, { method: request.method, headers, body: JSON.stringify(request.body) });
  return from(sent.then(async (response) => new HttpResponse({ body: await response.json() })));
}

const http = new HttpClient({ handle });
const body = { amount: 15990, payment_method: 'pix', async: false } as const;
const { body: transaction } = await firstValueFrom(createTransaction(http, process.argv[2] ?? '', { body }));
expectPayment(transaction, 'waiting_payment');
