import { describe, expect, it } from 'vitest';
import {
  crc16,
  dueFactor,
  isCep,
  isCnpj,
  isCpf,
  isTimestamp,
  passesLuhn,
  readBoletoLine,
  readBrCode,
  tlv,
} from './brazil.ts';

/** Every text that differs from this one in one digit. */
function slips(text: string): string[] {
  return [...text].flatMap((digit, at) =>
    /\d/.test(digit) ? [`${text.slice(0, at)}${(Number(digit) + 1) % 10}${text.slice(at + 1)}`] : [],
  );
}

/** The number with each of the 100 pairs of check digits: one pair only is right. */
function checkDigits(number: string): string[] {
  return Array.from({ length: 100 }, (_, pair) => `${number.slice(0, -2)}${String(pair).padStart(2, '0')}`);
}

describe('CPF', () => {
  it.each(['12345678909', '52998224725', '11144477735', '01234567890'])('%s is valid', (number) => {
    expect(isCpf(number)).toBe(true);
    expect(checkDigits(number).filter(isCpf)).toEqual([number]);
  });

  it.each(['11111111111', '00000000000', '123.456.789-09', '1234567890', ''])('%s is not', (number) => {
    expect(isCpf(number)).toBe(false);
  });
});

describe('CNPJ', () => {
  it.each(['12ABC34501DE35', '11222333000181'])('%s is valid', (number) => {
    expect(isCnpj(number)).toBe(true);
    expect(checkDigits(number).filter(isCnpj)).toEqual([number]);
  });

  it.each(['12ABC34501DE36', '12abc34501de35', '11.222.333/0001-81', '00000000000000'])('%s is not', (number) => {
    expect(isCnpj(number)).toBe(false);
  });
});

describe('CEP', () => {
  it('may have a hyphen', () => {
    expect(['01310-100', '01310100'].filter(isCep)).toHaveLength(2);
    expect(['0131-0100', '01310 100', '1310100'].filter(isCep)).toEqual([]);
  });
});

describe('card numbers', () => {
  it.each([
    '4111111111111111',
    '4539620659922097',
    '5555555555554444',
    '5240082975622454',
    '6362970000457013',
    '5067766783888311',
    '6062825624254001',
    '378282246310005',
    '4929291898380766',
    '5530062640663264',
  ])('%s passes Luhn', (number) => {
    expect(passesLuhn(number)).toBe(true);
    expect(slips(number).filter(passesLuhn)).toEqual([]);
  });

  it('5502091556851234 from public samples fails Luhn', () => {
    expect(passesLuhn('5502091556851234')).toBe(false);
  });
});

describe('PIX code', () => {
  // The central bank's own sample.
  const sample =
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D';

  it('has the CRC-16 of its published check value', () => {
    expect(crc16('123456789')).toBe('29B1');
  });

  it('is parsed', () => {
    expect(readBrCode(sample)).toEqual({ amount: undefined, merchant: 'Fulano de Tal', city: 'BRASILIA', txid: '***' });
  });

  it('has an amount in centavos', () => {
    const text = sample.slice(0, -4).replace('5303986', '5303986540519.90');
    expect(readBrCode(`${text}${crc16(text)}`).amount).toBe(1990);
  });

  it('with any digit changed is refused', () => {
    const accepted = slips(sample).filter((code) => {
      try {
        return readBrCode(code);
      } catch {
        return false;
      }
    });
    expect(accepted).toEqual([]);
  });

  it('with wrong lengths is refused', () => {
    expect(() => tlv('000201260514br')).toThrow('No EMV field at place 6.');
  });
});

describe('boleto line', () => {
  // A bank's published sample, of 1.00 due on 2007-12-31.
  const sample = '00190.50095 40144.816069 06809.350314 3 37370000000100';

  it('is parsed', () => {
    expect(readBoletoLine(sample)).toEqual({ bank: '001', amount: 100, factor: dueFactor('2007-12-31') });
  });

  it('with any digit changed is refused', () => {
    const accepted = slips(sample).filter((line) => {
      try {
        return readBoletoLine(line);
      } catch {
        return false;
      }
    });
    expect(accepted).toEqual([]);
  });

  it('restarts its day count on 2025-02-22', () => {
    expect(['2000-07-03', '2025-02-21', '2025-02-22', '2026-11-20'].map(dueFactor)).toEqual([1000, 9999, 1000, 1636]);
  });
});

describe('timestamps', () => {
  it('have microseconds and a Z', () => {
    expect(isTimestamp('2026-03-02T13:45:10.000000Z')).toBe(true);
    for (const text of ['2026-03-02T13:45:10Z', '2026-03-02T13:45:10.000Z', '2026-03-02T13:45:10.000000-03:00']) {
      expect(isTimestamp(text), text).toBe(false);
    }
    expect(isTimestamp('2026-02-30T13:45:10.000000Z')).toBe(false);
  });
});
