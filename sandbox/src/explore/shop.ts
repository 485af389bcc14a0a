import type { GatewayClient } from 'payment-gateway-contract';
import type { Order } from 'payment-gateway-core/books';
import type { JsonObject } from 'payment-gateway-core/util';
import type { Probe, SandboxControls } from '../sandbox/index.js';
import type { Sentence } from '../sentences/index.js';

/** What a new shop gets: the gateway of one run. */
export interface ExploreGateway {
  /** Does not retry. */
  readonly client: GatewayClient;
  /** For a shop with its own client. */
  readonly baseUrl: string;
  readonly accessToken: string;
  readonly account: SandboxControls;
  /** Returns the time of the account. Days pass in a run: a shop with deadlines or jobs that look back uses this clock. */
  now(): Date;
  /**
   * Marks a place between two requests, such as `await place('parcel booked')`: there the process may die, the database may be away, a second click or
   * an event may come. Rejects if the plan lets it fail.
   */
  place(name: string): Promise<void>;
}

/** How the flow starts. */
export interface FlowStart {
  /** Whether the flow starts again after a crash. */
  readonly restarted: boolean;
  /** The address of the gateway for this flow. */
  readonly baseUrl: string;
  /** Aborted when the process of this flow dies. */
  readonly signal: AbortSignal;
}

/** Your shop, as `explore` runs it. */
export interface ExploreShop<Shop> {
  /** Returns a new shop with an empty database. Called once per run. */
  start(gateway: ExploreGateway): Shop | Promise<Shop>;
  /** Runs the steps of a buyer. Called again, with the same shop, if a crash interrupted it. */
  flow(shop: Shop, start: FlowStart): unknown;
  /** Returns the shop of a new process over the same database. Called after each crash; without it, the shop keeps its memory. */
  restart?(shop: Shop): Shop | Promise<Shop>;
  /** Your webhook handler. If it throws, the receiver answers 500. */
  onEvent?(shop: Shop, body: string): unknown;
  /** Plays the buyer after the flow: pays the Pix, passes 3DS. */
  buyer?(account: SandboxControls, shop: Shop): unknown;
  /** Your repair job. */
  reconcile?(shop: Shop): unknown;
  /**
   * Returns the orders as the shop sees them, for example `[{ order: 'order-1', paid: 15990 }]`: centavos, net of refunds. An order may also say `due`, its price
   * in centavos, and `shipped`, how often it was shipped.
   */
  orders?(shop: Shop): readonly Order[] | Promise<readonly Order[]>;
  /** Returns the order of a transaction. Default: `metadata.order`, or else `reference_key`. */
  orderOf?(transaction: JsonObject): string | undefined;
  /** Throws if your own assertions do not hold after a run. */
  check?(run: { readonly account: SandboxControls; readonly client: GatewayClient; readonly shop: Shop }): unknown;
}

/** The gateway of one run, with its inner parts. */
export interface RunGateway extends Omit<ExploreGateway, 'now' | 'place'> {
  readonly probe: Probe;
}

/** A shop whose parts may be programs. */
export interface ProgramShop<Shop> extends ExploreShop<Shop> {
  /** What a crash does not end, as a sentence. */
  readonly survivors?: Sentence;
  /** Returns what its programs have printed in this run. */
  output?(shop: Shop): string;
  /** Returns whether one of its programs uses the processor now. */
  isBusy?(shop: Shop): boolean;
}

/** Opens an empty account. `onEvent` returns whether the receiver confirms the event. */
export type OpenGateway = (onEvent: (body: string) => Promise<boolean>) => Promise<RunGateway>;
