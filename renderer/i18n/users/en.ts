export const usersEn = {}
