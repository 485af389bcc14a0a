import ts from 'typescript';
import { type Guide, guidesOf } from '../../docs/guide/pages.ts';
import { english } from '../../docs/language.ts';
import { readContract } from './contract.ts';

/** A code block in a guide. */
export interface Listing {
  /** The file name in the first line, such as `client.ts`, otherwise a number. */
  file: string;
  guide: string;
  code: string;
}

const guides = new Map<string, Guide[]>();

/** Returns every code block of a language in the guides, in order. */
export function listingsOf(fence: string, language = english): Listing[] {
  // Reading the contract takes a while, and some tests ask for each listing.
  const all = guides.get(language.code) ?? guidesOf(readContract(), language);
  guides.set(language.code, all);
  return all.flatMap(({ name, markdown }) => {
    const blocks = markdown.matchAll(new RegExp(`^\`\`\`${fence}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'));
    return [...blocks].map(([, code = ''], index) => {
      const [, file = `listing-${name}-${index}.ts`] = /^\/\/ ([\w-]+\.ts)\n/.exec(code) ?? [];
      return { file, guide: name, code };
    });
  });
}

/** Returns the JavaScript of a program. */
export function transpiled(code: string): string {
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  return ts.transpileModule(code, { compilerOptions }).outputText;
}
