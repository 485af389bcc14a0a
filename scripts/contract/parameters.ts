import { isObject, type JsonObject, objectAt } from '../../core/src/util/json.ts';

/** A number of a claim, or several. */
type Value = number | readonly number[];
/** The numbers of each claim of the register, by entry and name. */
export type Parameters = Readonly<Record<string, Readonly<Record<string, Value>>>>;
type Language = 'en' | 'pt-BR';

/** `{days}` in a sentence of its entry, `{authorization-expiry.days}` elsewhere. */
const PLACEHOLDER = /\{(?:([a-z0-9-]+)\.)?(\w+)\}/g;

/** The word before the last of several numbers. */
const AND = { en: ' and ', 'pt-BR': ' e ' };

/** Returns the numbers of each claim. */
export function parametersOf(contract: object): Parameters {
  const entries = Object.entries(objectAt(contract, 'x-evidence-register'));
  const numbered = entries.filter(([, entry]) => isObject(entry) && isObject(entry.parameters));
  // Lint checks that they are numbers.
  return Object.fromEntries(numbered.map(([key, entry]) => [key, objectAt(entry, 'parameters') as Parameters[string]]));
}

/** Returns the placeholders of a text: the entry, if it names one, and the name of the number. */
export function placeholdersIn(text: string): { entry: string | undefined; name: string }[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, entry, name = '']) => ({ entry, name }));
}

/** Returns a text with the numbers in place of their placeholders. Other braces stay. `own` is the entry of a placeholder that names none. */
export function withNumbers(
  text: string,
  parameters: Parameters,
  { own = '', language = 'en' }: { own?: string; language?: Language } = {},
): string {
  return text.replace(PLACEHOLDER, (placeholder, entry: string = own, name: string) => {
    const value = parameters[entry]?.[name];
    return value === undefined ? placeholder : numberText(value, language);
  });
}

function numberText(value: Value, language: Language): string {
  const texts = [value].flat().map((number) => number.toLocaleString(language));
  const last = texts.pop() ?? '';
  return texts.length > 0 ? texts.join(', ') + AND[language] + last : last;
}

/** Returns the contract with the numbers in the sentences of its register. */
export function withNumbersInRegister(contract: JsonObject): JsonObject {
  const register = contract['x-evidence-register'];
  if (!isObject(register)) return contract;
  const parameters = parametersOf(contract);
  const filled = Object.entries(register).map(([key, entry]) => [key, inTexts(entry, parameters, key)]);
  return { ...contract, 'x-evidence-register': Object.fromEntries(filled) };
}

function inTexts(value: unknown, parameters: Parameters, own: string): unknown {
  if (typeof value === 'string') return withNumbers(value, parameters, { own });
  if (Array.isArray(value)) return value.map((item) => inTexts(item, parameters, own));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inTexts(item, parameters, own)]));
}
