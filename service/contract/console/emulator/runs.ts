/** What a run of tests made, recorded and covered. */
export const emulatorRunApi = {}
