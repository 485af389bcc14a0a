export { clearFaults, planFault, readFault, takeFault, waitingFaults } from './planned-faults.js';
export { createRespond, orRefusal } from './respond.js';
