// Each entry imports this module first, so that a program fails before a mix of versions handles a payment.
import { contractProblem } from './contract-version.js';

const problem = contractProblem();
if (problem !== undefined) throw new Error(problem);
