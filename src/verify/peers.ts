import type { AjvClass } from './judge/violations.js';

/** Loads ajv, an optional peer. Throws one line that says what to install when it is missing. */
export async function loadAjv(): Promise<AjvClass> {
  try {
    const { Ajv2020 } = await import('ajv/dist/2020.js');
    return Ajv2020;
  } catch (cause) {
    throw new Error('verify needs a package that is not installed: npm install ajv@8', { cause });
  }
}
