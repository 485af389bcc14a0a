import { readFileSync } from 'node:fs';
import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';

// The build leaves the options that depend on the contract and the languages in a file. Astro has to load Starlight itself,
// because Starlight is published as TypeScript.
const options = JSON.parse(readFileSync(process.env.DOCS_STARLIGHT ?? '', 'utf8'));

export default defineConfig({
  integrations: [
    starlight({
      ...options,
      logo: { src: './mark.svg', alt: '' },
      favicon: '/favicon.svg',
      defaultLocale: 'root',
      customCss: ['./styles/theme.css', './styles/site.css', './styles/reference.css'],
      components: {
        Banner: './components/Banner.astro',
        Head: './components/Head.astro',
        Search: './components/Search.astro',
      },
      routeMiddleware: './pager.ts',
      pagefind: false,
      expressiveCode: false,
      disable404Route: true,
      credits: false,
    }),
  ],
});
