/** The options of a run of `verify` by the route of an entry of the register, the safest first. No other route has a run. */
export const RUN_OPTIONS: Readonly<Record<string, string>> = {
  read: '--url <url>',
  write: '--allow write',
  charge: '--allow write,charge',
  event: '--allow write,charge --receiver <url>',
  configure: '--allow write,configure',
  money: '--allow write,charge,money --max-amount <centavos>',
  everything: '--allow write,charge,money,configure --max-amount <centavos>',
};
