import { type Handle, printNow } from 'payment-gateway-core/access';
import type { JsonObject } from 'payment-gateway-core/util';
import type { ServerValues } from '../options/index.js';
import {
  createRecorder,
  type Failures,
  type Journal,
  type Landing,
  type OwnPaths,
  type Prepared,
} from '../server/index.js';
import { compose, type UnitStep } from './compose.js';
import { Context } from './context.js';
import { access, createFindOwnPaths, crossOrigin, type LogRefused, ownPaths, pages } from './steps/access.js';
import { type AccountParts, account, body } from './steps/account.js';
import { faults, plannedFaults } from './steps/faults.js';
import { input, operation, token } from './steps/input.js';
import { prefer } from './steps/prefer.js';
import { commonHeaders, journal, wireForm } from './steps/response.js';
import { rule, unitOfWork } from './steps/unit-of-work.js';

interface PipelineParts extends AccountParts {
  /** Requests may name `host` in `Host`. `docs`: serves the rendered docs. */
  readonly options: ServerValues & { readonly host: string; readonly docs: boolean };
  /** Returns where browsers reach the pages of the sandbox, by the host of a request. */
  readonly publicUrlAt: (host: string | undefined) => string | undefined;
  readonly contract: JsonObject;
  readonly prepared: Prepared;
  readonly ownPaths: readonly OwnPaths[];
  /** Adds a script to the docs that sends their examples to this server. */
  readonly sending: boolean;
  readonly journal: Journal;
  readonly failures: Failures;
}

/**
 * Creates the handler of all requests, over a socket or not. A request passes the steps from top to bottom, and its response from bottom to top.
 *
 * @param last the step that carries out valid requests. Default: the rules
 */
export function createPipeline(parts: PipelineParts, last: UnitStep = rule(parts.options.refuseWarnings)): Handle {
  const { options, publicUrlAt, contract, prepared, engine, failures } = parts;
  const hosts = [...(options.allowHosts ?? []), options.host];
  // Requests may name it in `Host`, except for control paths.
  const { publicUrl } = engine.settings;
  const record = createRecorder(parts.journal, options.log);
  const logRefused: LogRefused = (context, refused) => {
    // Their clients may not show the reason. The journal is for clients of the API.
    record(context, { response: printNow(refused), evidence: undefined }, false);
    return refused;
  };
  const ownPathsAt = createFindOwnPaths(parts.ownPaths);

  const respond = compose([
    commonHeaders,
    access({ hosts, publicUrl, cors: options.cors, ownPathsAt, logRefused }),
    ownPaths(ownPathsAt),
    crossOrigin(options.cors, logRefused),
    pages(landingOf(parts), options.docs, parts.sending),
    // From here on, only requests of the API.
    wireForm(engine),
    journal(record, prepared),
    body,
    faults({ latency: options.latency, failures }),
    account(parts),
    unitOfWork({ run: engine.run, publicUrlAt }, [
      plannedFaults,
      operation,
      token(options),
      input(options, prepared),
      prefer(contract),
      last,
    ]),
  ]);
  return async (request) => respond(new Context(request, prepared.route));
}

function landingOf({ prepared: { title, operations }, options, ownPaths }: PipelineParts): Landing {
  const token = options.anonymous ? '' : ', each asking for a bearer token';
  const endpoints = ownPaths.flatMap((own) => Object.entries(own.endpoints ?? {}));
  return {
    what: `The sandbox of ${title}`,
    places: [
      ['/v1/…', `the API: ${operations.length} operations${token}`],
      ['/openapi.yaml', 'the contract'],
      ['/openapi.json', 'the same as JSON'],
      options.docs ? ['/docs/', 'the docs'] : ['--docs', 'the option that serves the docs here'],
      ...endpoints.map(([endpoint, what]) => [endpoint.replace(/^GET /, ''), what] as const),
    ],
  };
}
