import { expectTypeOf, test } from 'vitest';
import type { SandboxOptions, SandboxServerOptions } from '../../../sandbox/src/index.js';
import type { SandboxValues } from '../../../sandbox/src/options/sandbox-options.js';
import { choice, flag, type OptionsOf, type ValuesOf, whole } from '../../src/util/option-table.js';

const table = {
  count: { ...whole(1, 9), default: 3, help: '' },
  size: { ...whole(1, 9), help: '' },
  mode: { ...choice(['fast', 'slow']), isRequired: true, help: '' },
  quiet: { ...flag, help: '' },
} as const;

test('the types of options derive from the table', () => {
  expectTypeOf<OptionsOf<typeof table>['mode']>().toEqualTypeOf<'fast' | 'slow' | undefined>();
  expectTypeOf<OptionsOf<typeof table>['count']>().toEqualTypeOf<number | undefined>();
});

test('an option with a default, or a required one, always has a value', () => {
  expectTypeOf<ValuesOf<typeof table>>().toEqualTypeOf<{
    readonly count: number;
    readonly size: number | undefined;
    readonly mode: 'fast' | 'slow';
    readonly quiet: boolean;
  }>();
});

test('the options of the sandbox', () => {
  expectTypeOf<SandboxServerOptions['accounts']>().toEqualTypeOf<'one' | 'per-token' | undefined>();
  expectTypeOf<SandboxServerOptions['webhook']>().toEqualTypeOf<string | readonly string[] | undefined>();
  expectTypeOf<SandboxValues['settle']>().toEqualTypeOf<number>();
  expectTypeOf<SandboxOptions>().not.toHaveProperty('port');
  expectTypeOf<SandboxServerOptions>().toHaveProperty('port');
});
