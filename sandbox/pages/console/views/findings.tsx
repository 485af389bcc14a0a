import { h } from 'preact';
import { useState } from 'preact/hooks';
import { type Child, type Markup, viewOfFile } from '../../../src/findings/index.js';
import { errorText } from '../../shared/ask.js';
import { CopyButton } from '../../shared/buttons.js';
import { language } from '../../shared/locale.js';
import { useLive } from '../api.js';
import { Empty, JsonFile } from '../pieces.js';
import { texts } from '../texts.js';

/** The file that the tab shows last. It is too large for the address, and belongs to no account. */
const KEPT = 'findings';

/** Returns the kept file. Another version of the console may have kept it, which this one cannot read. */
function kept(): Markup | undefined {
  try {
    return viewOfFile(sessionStorage.getItem(KEPT) ?? '', language);
  } catch {
    return undefined;
  }
}

/** What `explore` found, from the file that `explore --json` wrote. */
export function FindingsPage() {
  const { act } = useLive();
  const [shown, setShown] = useState(kept);
  const open = (file: File) =>
    act(async () => {
      const text = await file.text();
      try {
        setShown(viewOfFile(text, language));
      } catch (error) {
        throw new Error(`${file.name}: ${errorText(error)}`);
      }
      try {
        sessionStorage.setItem(KEPT, text);
      } catch {
        // A very large file is gone after a reload.
      }
    });
  return (
    <section class="page stack">
      <h2>{texts.kinds.findings.title}</h2>
      <p class="muted">{texts.findingsHint}</p>
      <p class="row">
        <JsonFile label={texts.openFindings} onFile={open} />
      </p>
      {shown === undefined ? (
        <Empty title={texts.noFindings}>
          <code>npx payment-gateway-sandbox explore --json explore.json -- node pay.js</code>
        </Empty>
      ) : (
        elementOf(shown)
      )}
    </section>
  );
}

function elementOf(child: Child): ReturnType<typeof h> | string {
  if (typeof child === 'string') return child;
  const { tag, attributes, children } = child;
  if (attributes.class === 'repeat') {
    const [command, button] = children.map((one) => (typeof one === 'string' ? one : String(one.children[0])));
    return (
      <p class="repeat">
        <code>{command}</code>
        <CopyButton text={command ?? ''} label={button ?? ''} />
      </p>
    );
  }
  const properties = Object.entries(attributes).map(([name, value]) => [name, value === '' ? true : value]);
  return h(tag, Object.fromEntries(properties), ...children.map(elementOf));
}
