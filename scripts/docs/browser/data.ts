/** What the build leaves in the page for these scripts, as JSON in `<script id="docs-data">`. */
export interface DocsData {
  /** The anchors of the guide's sections, by those of the English page where these are others. */
  sections: Record<string, string>;
  words: BrowserWords;
  /** By operation, in the form of Redoc's address: `/transactions/createtransaction`. */
  choices: Record<string, Choice>;
  search: { documents: SearchDocument[]; synonyms: string[][]; ignored: string[] };
}

/** How the named examples of an operation and the tabs of its body belong together. */
export interface Choice {
  /** What Redoc calls the body: `schema=components/schemas/CreateTransactionRequest`. */
  body: string;
  /** The field whose value chooses the tab, such as `payment_method`. */
  field: string;
  /** Its values, in the order of the tabs. */
  values: string[];
  /** The tab of each example. */
  examples: Record<string, number>;
}

export interface SearchDocument {
  /** The address on the page, without `#`. */
  url: string;
  title: string;
  /** What stands below the title in the list of hits. */
  text: string;
  /** `GET` and the path, of an operation. */
  method?: string;
  path?: string;
  /** Names of fields and parameters, of an operation. */
  fields?: string;
  /** How much a word in it says: less than 1 for what lists everything. */
  weight?: number;
  /** Where it stands: the group of an operation, the section around. */
  group: string;
}

export interface BrowserWords {
  copy: string;
  copied: string;
}

export function readData(): DocsData {
  return JSON.parse(document.getElementById('docs-data')?.textContent ?? '{}');
}
