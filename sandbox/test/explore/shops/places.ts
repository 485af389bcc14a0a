/** Shops that name places between their requests: a parcel service, a database. */
import type { GatewayClient } from '../../../../src/index.js';
import { REFERENCE, Ships } from './shop.js';

type Place = (name: string) => Promise<void>;

/** A shop that names its places. */
export abstract class Placed extends Ships {
  readonly place: Place;
  constructor(client: GatewayClient, place: Place = async () => {}) {
    super(client);
    this.place = place;
  }
}

/** Runs its transaction again after an error of the database, with the charge inside. */
export class ChargesInTransaction extends Placed {
  #attempts = 0;
  override async checkout(): Promise<void> {
    if (this.order.transaction !== undefined) return;
    await this.#transaction().catch(() => this.#transaction());
  }
  async #transaction(): Promise<void> {
    const paid = await this.charge(`${REFERENCE}-${++this.#attempts}`);
    await this.place('commit');
    this.save(paid);
  }
}

/** Books a parcel, and notes it afterwards. */
export class BooksParcelAgain extends Placed {
  #isNoted = false;
  override async checkout(): Promise<void> {
    await super.checkout();
    if (this.order.paid === 0 || this.#isNoted) return;
    this.order.shipments++;
    await this.place('parcel booked');
    this.#isNoted = true;
  }
}

/** The parcel service books an order once, so the shop may ask again. A careful shop. */
export class BooksParcelOnce extends Placed {
  override async reconcile(): Promise<void> {
    await super.reconcile();
    if (this.order.paid === 0 || this.order.shipments > 0) return;
    await this.place('before the parcel');
    this.order.shipments = 1;
    await this.place('parcel booked');
  }
}
