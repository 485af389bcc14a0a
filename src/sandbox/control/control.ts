import type { Journal } from '../../mock/control/journal.js';
import { commonEndpoints, createOwnPaths, type OwnPaths } from '../../mock/control/own-paths.js';
import type { Engine } from '../engine.js';
import type { StartReceiver } from '../events/index.js';

export interface ControlOptions {
  readonly engine: Engine;
  readonly journal: Journal;
  /** Who gets events without a registration; it is changed while the sandbox runs. */
  readonly receivers: StartReceiver[];
  readonly perToken: boolean;
  readonly allowRemoteWebhooks: boolean;
  readonly restart: () => void;
  readonly operations: number;
}

export function createControlPaths({ engine, journal, restart, operations }: ControlOptions): OwnPaths {
  const reset = async () => {
    await engine.reset('default');
    restart();
  };
  return createOwnPaths('sandbox', commonEndpoints({ journal, reset, operations, version: '' }));
}
