/** What the commands have in common. Loads no module that can charge. */

import { isLoopback } from 'payment-gateway-core/access';
import { jsonKind } from 'payment-gateway-core/files';
import { must, webAddress, whole } from 'payment-gateway-core/util';
import { USUAL_RATE } from '../pace.js';

/** The exit code without a report: wrong options, a server that cannot be judged, or an interruption. */
export const COULD_NOT_RUN = 2;

/** The address of a gateway that gets the token of a merchant. */
export const GATEWAY = {
  ...webAddress(),
  read(given: string): string {
    const { protocol, hostname } = new URL(webAddress().read(given));
    must(protocol === 'https:' || isLoopback(hostname), 'an address with https, unless it is on this machine');
    return given;
  },
} as const;

export const RATE = {
  ...whole(1, 100_000),
  help: `requests per minute; ${USUAL_RATE} by default, unlimited on this machine`,
} as const;

/** The files of `--json`, and those of the proxy's `--evidence`. */
export const REPORT_JSON = jsonKind('a report of verify', 'payment-gateway-verify');
