// Each entry imports this module first, so that a program fails before a mix of versions handles a payment.
import { contractProblem } from 'payment-gateway-core/contract-version';
import { packageFolder } from '#package-root';

const problem = contractProblem(packageFolder);
if (problem !== undefined) throw new Error(problem);
