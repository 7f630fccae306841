export const previewEn = {}
