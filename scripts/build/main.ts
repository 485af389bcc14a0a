// Compiles the packages, then builds the pages and the docs, in one process, because all load the same modules.
await import('../compile/main.ts');
await import('../pages/main.ts');
await import('../docs/main.ts');
