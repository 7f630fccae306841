export const chatEn = {}
