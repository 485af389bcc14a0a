import { expect, test } from 'vitest';
import { evidenceList, LEVELS } from '../../../core/src/contract/evidence.ts';
import { isFinal } from '../../../src/vocabulary.js';
import { diagramMarkup, flowsOf, stateMachines, withDrawings } from '../../docs/diagrams/diagrams.ts';
import { statementOf } from '../../docs/evidence/register.ts';
import { english } from '../../docs/language.ts';
import { readContract } from './contract.ts';
import { guidesIn } from './guides.ts';

const contract = readContract();
const flows = flowsOf(english);
const machines = stateMachines(contract, english);

test('payment methods, links, subscriptions and bank accounts have state diagrams with an arrow for every transition', async () => {
  expect(machines.map(({ name }) => name)).toEqual([
    'states-transactionstatus-card',
    'states-transactionstatus-pix',
    'states-transactionstatus-boleto',
    'states-paymentlinkstatus',
    'states-subscriptionstatus',
    'states-bankaccountstatus',
  ]);
  for (const [name, schema] of Object.entries(contract.components.schemas)) {
    const arrows = (schema['x-transitions'] ?? []).flatMap(({ from, to }) => to.map((one) => `${from} -> ${one}`));
    const own = machines.filter((machine) => machine.name.split('-')[1] === name.toLowerCase());
    const drawn = new Set<string>();
    for (const machine of own) {
      const picture = await withDrawings(diagramMarkup(machine, english), [machine]);
      const own = Array.from(machine.dot.matchAll(/^(\w+ -> \w+) \[/gm), ([, arrow = '']) => arrow);
      expect(picture.match(/class="edge (documented|observed|assumed)"/g)).toHaveLength(own.length);
      for (const arrow of own) drawn.add(arrow);
    }
    expect([...drawn].sort(), name).toEqual([...arrows].sort());
  }
});

test('a transition that exists only with a variant is dashed, and its line names the variant', () => {
  const transactions = machines.find(({ name }) => name === 'states-transactionstatus-pix');
  expect(transactions?.dot).toMatch(/^canceled -> paid \[.*style="dashed"\]$/m);
  expect(transactions?.dot).toMatch(/^canceled \[.*peripheries=2\]$/m);
  expect(transactions?.caption).toContain(english.words.diagrams.variantCaption);
  expect(transactions?.text.join('\n')).toMatch(/^canceled to paid .*pix-flow=paid-after-cancel/m);
});

test('the page of states lists the final ones, also as Markdown', () => {
  const markdown = guidesIn().find(({ name }) => name === 'states')?.markdown ?? '';
  const final = Object.keys(contract.components.schemas.TransactionStatus?.['x-enumDescriptions'] ?? {}).filter(
    (status) => isFinal(status) && status !== '',
  );
  expect(final.length).toBeGreaterThan(0);
  const [card = '', pix = '', boleto = ''] = Array.from(
    markdown.matchAll(/Final: ([^.]+)\./g),
    ([, line = '']) => line,
  );
  expect(card.split(', ').sort()).toEqual(final.map((status) => `\`${status}\``).sort());
  for (const line of [pix, boleto]) expect(line).toBe('`refunded`, `canceled`');
  expect(markdown).toContain('No state is final.');
});

test('a diagram explains each of its lines, also those of its boxes', () => {
  const { levels, diagrams } = english.words;
  for (const diagram of [...machines, ...flows]) {
    const markup = diagramMarkup(diagram, english);
    for (const level of LEVELS) {
      const line = diagrams.legend(diagrams.patterns[level], levels[level]);
      expect(markup.includes(line), `${diagram.name}: ${line}`).toBe(diagram.dot.includes(`class="${level}"`));
    }
  }
});

test('a missing diagram is an error', async () => {
  const [first] = machines;
  if (!first) throw new Error('no diagram');
  await expect(withDrawings(diagramMarkup(first, english), flows)).rejects.toThrow(`No diagram ${first.name}`);
});

test('every diagram has a text alternative', () => {
  for (const diagram of [...machines, ...flows]) {
    const markup = diagramMarkup(diagram, english);
    expect(markup).toContain('role="img"');
    for (const line of diagram.text) expect(markup).toContain(line.replaceAll('"', '&quot;'));
  }
});

test('the evidence on the arrows of the flows is in the contract', () => {
  const references = flows.flatMap(({ text }) => text.map((line) => /\((\w+ [\w.-]+)\)$/.exec(line)?.[1] ?? line));
  for (const evidence of references.flatMap(evidenceList)) {
    expect(statementOf(contract, evidence, english)).not.toBe('');
    if (evidence.level !== 'documented') {
      expect(contract['x-evidence-register'][evidence.reference]?.level, evidence.reference).toBe(evidence.level);
    }
  }
});
