export * from './body.js';
export * from './finding.js';
export * from './judged-contract.js';
export * from './ledger.js';
