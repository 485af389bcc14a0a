import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/** A script of scripts/docs/browser as one text without imports. `define`: names that stand for code. */
export async function bundle(name: string, define: Record<string, string> = {}): Promise<string> {
  const input = fileURLToPath(new URL(`../browser/${name}.ts`, import.meta.url));
  const build = await rolldown({ input, platform: 'browser', transform: { define } });
  try {
    const { output } = await build.generate({ format: 'iife', minify: true });
    return output[0].code;
  } finally {
    await build.close();
  }
}
