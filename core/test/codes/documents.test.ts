import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isCnpj, isCpf, withoutPunctuation } from '../../src/codes/documents.ts';

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));

describe('a CPF', () => {
  test.each(['12345678909', '52998224725', '11144477735', '01234567890'])('%s is valid', (number) => {
    expect(isCpf(number)).toBe(true);
  });
  test.each(['12345678900', '52998224752', '11111111111', '00000000000', '529.982.247-25', '5299822472', ''])(
    '%s is invalid',
    (number) => {
      expect(isCpf(number)).toBe(false);
    },
  );
  test('has one valid pair of check digits for nine digits, except repeated digits', () => {
    fc.assert(
      fc.property(digits(9), (nine) => {
        const right = Array.from({ length: 100 }, (_, pair) => nine + String(pair).padStart(2, '0')).filter(isCpf);
        expect(right).toHaveLength(/^(\d)\1*$/.test(nine) ? 0 : 1);
      }),
    );
  });
});

describe('a CNPJ', () => {
  test.each(['12ABC34501DE35', '11222333000181'])('%s is valid', (number) => expect(isCnpj(number)).toBe(true));
  test.each(['12ABC34501DE53', '11222333000118', '00000000000000', '11.222.333/0001-81', '12abc34501de35'])(
    '%s is invalid',
    (number) => expect(isCnpj(number)).toBe(false),
  );
  test('has one valid pair of check digits for twelve places, which may be letters', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9A-Z]{12}$/), (twelve) => {
        const right = Array.from({ length: 100 }, (_, pair) => twelve + String(pair).padStart(2, '0')).filter(isCnpj);
        expect(right).toHaveLength(/^(\d)\1*$/.test(twelve) ? 0 : 1);
      }),
    );
  });
});

test('separators are not a part of a number', () => {
  expect(withoutPunctuation('529.982.247-25')).toBe('52998224725');
  expect(withoutPunctuation('12.abc.345/01de-35')).toBe('12ABC34501DE35');
});
