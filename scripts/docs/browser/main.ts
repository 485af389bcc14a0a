import { createChoices } from './choice.ts';
import { startCopyButtons } from './copy.ts';
import { readData } from './data.ts';
import { startEvidenceSwitch } from './evidence.ts';
import { keepPlace } from './language.ts';
import { createSearch, hitsOf } from './search.ts';

// Runs before Redoc's script, which calls what stands in `docs` (scripts/docs/redoc/patch.ts).
const data = readData();
const choices = createChoices(data.choices);
let find: ReturnType<typeof createSearch> | undefined;
Object.assign(globalThis, {
  docs: {
    ...choices,
    /** The index is made with the first search, or when the browser has nothing else to do. */
    search: (query: string) => {
      find ??= createSearch(data.search);
      return hitsOf(find)(query);
    },
  },
});
keepPlace(data.sections);
startEvidenceSwitch();
startCopyButtons(data.words);
