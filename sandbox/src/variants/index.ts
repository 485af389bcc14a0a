export { ASSUMED, assumedWith, nulls, readAssumed, wholeOf } from './assumed.js';
export { type Calibration, calibrated, readCalibration, type VerifyReport } from './calibration.js';
export { assumptionOf, assumptionsOf, brief, type Settlement, settlementOf, type WireAssumption } from './entries.js';
export { arrivalFacts, type Situation, situationsOf } from './situations.js';
export { createTotals, readTotals, type Totals } from './totals.js';
export { countShape, eventBody, eventVariants, isSilent, variedAnswer, variedBody } from './wire.js';
