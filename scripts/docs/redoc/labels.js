// @ts-check
import { register } from 'node:module';

// Redoc's labels in the language of the page, in the script with which Redocly renders it: loaded before it with `--import`,
// since Redocly has no option for them. patch.ts does the same to the script of the page, which must say the same words.
register(new URL('labels-loader.js', import.meta.url));
