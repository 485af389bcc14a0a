export { clearFaults, planFault, readPlannedFault, takeFault, waitingFaults } from './planned-faults.js';
export { type RecordedResponse, recordedResponse } from './recorded-response.js';
