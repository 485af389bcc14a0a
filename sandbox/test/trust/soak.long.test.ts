/** A sandbox that takes 75 requests a second keeps its memory and its descriptors. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startSandbox } from '../../../test/cli/compiled.ts';
import { APPROVED_CARD, PIX, send } from '../entrances.ts';
import { startReceiver } from './deliveries.ts';

/** `npm run check -- soak --long` runs for 15 minutes. */
const SECONDS = Number(process.env.TRUST_SECONDS ?? 20);
const PER_SECOND = 75;
/** A sample is taken once in so many visits: about every quarter of a second. */
const SAMPLED = 10;
/** The most requests at a time, so that a busy machine sends fewer instead of more at once. */
const MOST = 50;

/** The permitted growth during the run: memory that waits for the collector, in MB, and connections that wait for their end. */
const MEMORY = 60;
const DESCRIPTORS = 30;

interface Sample {
  readonly at: number;
  readonly memory: number;
  readonly descriptors: number;
}

test.skipIf(process.platform !== 'linux')(
  'memory and descriptors stay as they are',
  { timeout: 3_600_000 },
  async () => {
    await using receiver = await startReceiver();
    // A small limit is reached soon: then the sandbox drops an object for each new one.
    const options = ['--keep', '200', '--log', 'silent', '--webhook', `${receiver.url}/soak`];
    const { child, url } = await startSandbox(...options);
    const samples: Sample[] = [];
    let [sent, failed, open] = [0, 0, 0];
    const visit = async (number: number): Promise<void> => {
      open++;
      try {
        const target = { url, fetch };
        const body =
          number % 2 === 0 ? { ...PIX } : { amount: 900, payment_method: 'credit_card', card: APPROVED_CARD };
        const { status, body: made } = await send(target, 'POST', '/v1/transactions', body);
        if (status >= 500) failed++;
        if (number % 3 === 0) await send(target, 'POST', `/v1/transactions/${made.id}/refund`, {});
        else
          await send(target, 'GET', number % 3 === 1 ? `/v1/transactions/${made.id}` : '/v1/transactions?per_page=20');
        sent += 2;
      } catch {
        failed++;
      } finally {
        open--;
      }
    };
    const start = performance.now();
    const elapsed = () => (performance.now() - start) / 1000;
    for (let number = 0; elapsed() < SECONDS; number++) {
      // A visit is two requests.
      while (number > (elapsed() * PER_SECOND) / 2 || open >= MOST) await sleep(5);
      void visit(number);
      if (number % SAMPLED === 0) samples.push(sampleOf(child.pid, elapsed()));
    }
    while (open > 0) await sleep(10);

    // At first the program warms up and the limit is reached.
    const steady = samples.slice(Math.ceil(samples.length / 3));
    const grown = { memory: growth(steady, 'memory'), descriptors: growth(steady, 'descriptors') };
    const last = steady.at(-1);
    console.log(
      `${sent} requests in ${SECONDS} s, ${receiver.arrivals.length} events; ${last?.memory.toFixed()} MB and ${last?.descriptors} descriptors, ` +
        `which grew by ${grown.memory.toFixed(1)} MB and ${grown.descriptors.toFixed(1)}`,
    );
    expect(failed).toBe(0);
    expect(grown.memory).toBeLessThan(MEMORY);
    expect(grown.descriptors).toBeLessThan(DESCRIPTORS);
  },
);

function sampleOf(pid: number | undefined, at: number): Sample {
  const [, kilobytes = ''] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return { at, memory: Number(kilobytes) / 1024, descriptors: readdirSync(`/proc/${pid}/fd`).length };
}

/** Returns by how much a value grew from the first to the last sample, by the line that fits best. */
function growth(samples: readonly Sample[], name: 'memory' | 'descriptors'): number {
  const mean = (value: (sample: Sample) => number) =>
    samples.reduce((sum, one) => sum + value(one), 0) / samples.length;
  const [time, value] = [mean(({ at }) => at), mean((sample) => sample[name])];
  const spread = mean(({ at }) => (at - time) ** 2);
  const slope = mean((sample) => (sample.at - time) * (sample[name] - value)) / spread;
  return slope * ((samples.at(-1)?.at ?? 0) - (samples[0]?.at ?? 0));
}
