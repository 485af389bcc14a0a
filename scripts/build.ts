// Builds the pages and the docs in one process, because both load the same modules.
await import('./pages/main.ts');
await import('./docs/main.ts');
