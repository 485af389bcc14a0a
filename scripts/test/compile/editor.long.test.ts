import ts from 'typescript';
import { expect, test } from 'vitest';
import { editorConfig, sources, unbuilt } from './editor.ts';

test.each(Object.values(sources))(
  'the TypeScript of editors finds no error in the package of %s without a build',
  (file) => {
    const { options, fileNames } = editorConfig(file);
    const { fileExists, directoryExists } = unbuilt;
    const host = { ...ts.createCompilerHost(options), fileExists, directoryExists };
    const errors = ts.getPreEmitDiagnostics(ts.createProgram(fileNames, options, host));
    expect(ts.formatDiagnostics(errors, host)).toBe('');
  },
);
