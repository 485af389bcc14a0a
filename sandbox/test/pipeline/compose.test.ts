import { expect, test } from 'vitest';
import { compose, type StepOf } from '../../src/pipeline/compose.js';
import { Context } from '../../src/pipeline/context.js';

const context = () =>
  new Context({ method: 'GET', target: '/v1/cards?page=2', headers: {}, readBody: async () => undefined }, () => ({
    status: 404,
    problem: 'path: no operation has it',
  }));

test('a request passes the steps from the first to the last, and its response back', () => {
  const passed: string[] = [];
  const step =
    (name: string): StepOf<string> =>
    (one, next) => {
      passed.push(`${name} gets ${one.path}`);
      const response = next(one);
      passed.push(`${name} returns`);
      return `${name} ${response}`;
    };

  const respond = compose([step('first'), step('second'), () => 'response']);

  expect(respond(context())).toBe('first second response');
  expect(passed).toEqual(['first gets /v1/cards', 'second gets /v1/cards', 'second returns', 'first returns']);
});

test('a step that responds itself ends the request', () => {
  const respond = compose<string>([
    (one, next) => `first ${next(one)}`,
    () => 'refused',
    () => {
      throw new Error('no request may come here');
    },
  ]);
  expect(respond(context())).toBe('first refused');
});

test('a list whose last step asks for another one fails', () => {
  const respond = compose<string>([(one, next) => next(one)]);
  expect(() => respond(context())).toThrow('the last step must respond');
});

test('a step reads the operation and the unit of work only where they exist', () => {
  expect(() => context().operation).toThrow('operation: must be a step before this one');
  expect(() => context().unit).toThrow('unitOfWork: must be around this step');
});
