export const explorerEn = {}
