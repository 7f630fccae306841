/** A clock that can be moved. */
export const emulatorClockApi = {}
