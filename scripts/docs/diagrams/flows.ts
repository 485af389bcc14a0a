import type { Language } from '../language.ts';
import { type Diagram, sequence } from './diagrams.ts';

const [buyer, server, gateway] = [0, 1, 2];

/** The sender, receiver and evidence of each arrow. The labels are in `words/`. */
const arrows: Record<string, [from: number, to: number, evidence: string][]> = {
  'card-3ds': [
    [server, gateway, 'observed three-d-secure-request'],
    [gateway, server, 'observed three-d-secure-response'],
    [server, buyer, 'observed three-d-secure-response'],
    [buyer, gateway, 'assumed three-d-secure-flow'],
    [gateway, buyer, 'assumed three-d-secure-flow'],
    [buyer, server, 'assumed three-d-secure-flow'],
    [server, gateway, 'observed transaction-path'],
    [gateway, server, 'assumed transaction-transitions'],
  ],
  pix: [
    [server, gateway, 'documented 4.5'],
    [gateway, server, 'assumed pix-flow'],
    [server, buyer, 'observed pix-response-fields'],
    [buyer, gateway, 'assumed transaction-transitions'],
    [gateway, server, 'observed webhook-events'],
    [server, gateway, 'observed transaction-path'],
    [gateway, server, 'assumed transaction-transitions'],
  ],
  webhook: [
    [server, gateway, 'observed webhook-registration'],
    [gateway, server, 'observed webhook-envelope'],
    [server, gateway, 'assumed webhook-response'],
    [server, gateway, 'observed webhook-envelope'],
    [gateway, server, 'observed webhook-envelope'],
  ],
};

/** @throws when a language has not as many labels as a flow has arrows */
export function flowsOf(language: Language): Diagram[] {
  return Object.entries(arrows).map(([name, steps]) => {
    const { title, labels } = language.words.diagrams.flows[name] ?? { title: name, labels: [] };
    if (labels.length !== steps.length) {
      throw new Error(`The flow ${name} has ${steps.length} arrows and ${labels.length} labels in ${language.code}`);
    }
    const labeled = steps.map(([from, to, evidence], index) => ({ from, to, label: labels[index] ?? '', evidence }));
    return sequence(name, title, labeled, language);
  });
}
