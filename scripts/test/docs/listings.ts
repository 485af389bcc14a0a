import ts from 'typescript';
import type { EditionDefinition } from '../../docs/editions.ts';
import { guidesIn } from './guides.ts';

/** A code block in a guide. */
export interface Listing {
  /** The file name in the first line, such as `client.ts`, otherwise a number. */
  file: string;
  guide: string;
  code: string;
}

/** Returns every code block of a language in the guides, in order. */
export function listingsOf(fence: string, edition?: EditionDefinition): Listing[] {
  return guidesIn(edition).flatMap(({ name, markdown }) => {
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
