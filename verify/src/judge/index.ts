export { type BodyViolation, type SeenRecord, violationsIn, walkBody } from './body.js';
export {
  type Discovery,
  discoveryEvidence,
  type FindingVerdict,
  type JudgeFinding,
  printableName,
  VERDICTS,
} from './finding.js';
export { contractPath, type JudgedContract, type Place, ROOT, readJudgedContract } from './judged-contract.js';
export { type EntryVerdict, EvidenceLedger, type JudgeContext } from './ledger.js';
