export const settingsEn = {}
