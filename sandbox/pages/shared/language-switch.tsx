import { say, switchLanguage } from './locale.js';

/** Loads the page again in the other language, which the browser keeps for all pages of the sandbox. */
export function LanguageSwitch() {
  return (
    <button type="button" class="plain" lang={say('en', 'pt-BR')} onClick={switchLanguage}>
      {say('English', 'Português')}
    </button>
  );
}
