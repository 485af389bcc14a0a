import { en } from './texts/en.js';
import { pt, type Texts } from './texts/pt.js';

/** The server chose it by what the browser likes best. */
export const language = document.documentElement.lang === 'en' ? 'en' : 'pt-BR';

export const texts: Texts = language === 'en' ? en : pt;
