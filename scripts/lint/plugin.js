// Redocly loads this file itself. It lets Node read TypeScript before it loads the rules.
import 'ts-blank-space/register';

export default (await import('./plugin.ts')).default;
