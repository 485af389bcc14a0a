// Commits pairs of rows to a state file: `commits.mjs STORES FILE COUNT`, where STORES is the compiled module. Prints `kept N` for each commit that the
// store acknowledged, or the error. Goes on after an error, as a sandbox does.
const [stores, file, count] = process.argv.slice(2);
const { openStore } = await import(String(stores));
const START = { sequence: 0, tag: '' };

/**
 * @template Result
 * @param {() => Result | Promise<Result>} task
 * @returns {Promise<Result | undefined>}
 */
async function attempt(task) {
  try {
    return await task();
  } catch (error) {
    console.log(String(error));
    return undefined;
  }
}

const store = await attempt(() => openStore(String(file)));
for (let number = 0; store !== undefined && number < Number(count); number++) {
  await attempt(async () => {
    const at = await store.changes('a', START);
    const value = JSON.stringify(String(number).padEnd(6000, 'x'));
    const rows = ['one', 'other'].map((name) => ({ key: `${name}/${number}`, value }));
    const { ok } = await store.commit('a', at, rows, { wake: undefined });
    console.log(ok ? `kept ${number}` : `conflict ${number}`);
  });
}
await attempt(() => store?.close());
