import { print, say } from '../../../sandbox/src/sentences/index.ts';
import type { Language } from '../language.ts';

const [SHOP, GATEWAY, WIDTH, HEIGHT] = [60, 340, 400, 262];

/** Returns the drawing of the landing page: what `explore` shows of a shop that charges again after a lost response, in the words of its report. */
export function lanesOf({ code }: Pick<Language, 'code'>): string {
  const show = (text: Parameters<typeof print>[0]) => print(text, code === 'en' ? 'en' : 'pt-BR');
  const charge = (id: number, number: number) => `${id} · ${show(say('charge', { number, count: 2 }))}`;
  const [order, payments] = ['order-1003-checkout-1', ['1001', '1003']];
  const problem = show(say('charged-again', { order, times: say('twice'), payments }));
  const text = (x: number, y: number, value: string, name = '') =>
    `<text x="${x}" y="${y}" class="${name}">${value}</text>`;
  const lane = (x: number, name: string) =>
    `${text(x, 18, name, 'head')}<path class="lane" d="M${x} 28V${HEIGHT - 34}"/>`;
  const arrow = (y: number, from: number, to: number, label: string, name = '') => {
    const tip = Math.sign(from - to) * 8;
    return `${text((SHOP + GATEWAY) / 2, y - 7, label, name)}<path class="${name}" d="M${from} ${y}H${to}m${tip} -4l${-tip} 4l${tip} 4"/>`;
  };
  const middle = (SHOP + GATEWAY) / 2;
  const lost = `${text(middle, 96, `${charge(1001, 1)} · ${show(say('lost-response'))}`, 'bad')}<path class="bad lost" d="M${GATEWAY} 103H${middle}"/>${text(middle - 8, 108, '✕', 'bad')}`;
  const rows = [
    lane(SHOP, show(say('shop'))),
    lane(GATEWAY, show(say('gateway'))),
    arrow(60, SHOP, GATEWAY, 'POST /v1/transactions'),
    lost,
    arrow(150, SHOP, GATEWAY, 'POST /v1/transactions'),
    arrow(193, GATEWAY, SHOP, charge(1003, 2), 'bad'),
    text(WIDTH / 2, HEIGHT - 12, problem, 'bad problem'),
  ];
  return `<svg class="lanes" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="explore: ${problem}">${rows.join('')}</svg>`;
}
