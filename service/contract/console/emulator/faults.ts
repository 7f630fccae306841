/** Faults on purpose. */
export const emulatorFaultApi = {}
