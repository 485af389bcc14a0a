export { ASSUMED, assumedWith, nulls, readAssumed, wholeOf } from './assumed.js';
export { type Calibration, calibrated, readCalibration, type VerifyReport } from './calibration.js';
export { assumptionOf, assumptionsOf, brief, type Settlement, settlementOf, type WireAssumption } from './entries.js';
export { eventBody, eventVariants, isSilent } from './event-bodies.js';
export { arrivalFacts, type Situation, situationsOf } from './situations.js';
export { createTotals, readTotals, type Totals } from './totals.js';
export { countShape, varyBy } from './wire.js';
