import { join } from 'node:path';
import ts from 'typescript';

/** What the compiler says of programs, as `name: message`; they may import this package by its name, and one another. */
export function complaintsOf(programs: Record<string, string>): string[] {
  const root = process.cwd();
  const files = new Map(Object.entries(programs).map(([name, text]) => [join(root, 'test/docs', name), text]));
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    moduleDetection: ts.ModuleDetectionKind.Force,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
    paths: {
      'payment-gateway-contract': [join(root, 'src/index.ts')],
      'payment-gateway-contract/*': [join(root, 'src/*/index.ts')],
    },
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.readFile = (path) => files.get(path) ?? readFile(path);
  host.getSourceFile = (path, target, ...rest) => {
    const text = files.get(path);
    return text === undefined ? getSourceFile(path, target, ...rest) : ts.createSourceFile(path, text, target);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return [...files.keys()].flatMap((path) => {
    const file = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ messageText }) =>
        `${path.slice(path.lastIndexOf('/') + 1)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
  });
}
