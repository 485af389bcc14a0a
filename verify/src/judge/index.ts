export { type BodyReader, bodyReader, type SeenRecord, type Violation } from './body.js';
export { type Discovery, discoveryEvidence, type Finding, printable, VERDICTS, type Verdict } from './finding.js';
export { contractPath, type JudgedContract, type Place, ROOT, readJudgedContract } from './judged-contract.js';
export { type Context, type EntryVerdict, Ledger } from './ledger.js';
